-- What a coding agent said last that its whole session has cost, where it tells totals: the next turn costs what is beyond them.
CREATE TABLE "session_total" (
    "session" TEXT NOT NULL,
    "told" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "session_total_pkey" PRIMARY KEY ("session"),
    CONSTRAINT "session_total_told" CHECK (jsonb_typeof("told") = 'object')
);
