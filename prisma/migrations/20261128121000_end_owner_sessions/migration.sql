-- Sessions that showed the owner's link alone. Whoever had one opens the next printed link, which signs in the owner's account.
DROP TABLE "web_session";
