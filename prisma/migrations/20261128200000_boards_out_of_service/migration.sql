-- Who has reserved boards that will not be there is found from these few boards, not from everything that is reserved.
CREATE INDEX "board_out_of_service" ON "board" ("id") WHERE health IN ('bad', 'maintenance', 'retired');
