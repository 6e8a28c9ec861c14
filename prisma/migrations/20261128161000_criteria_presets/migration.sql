-- Criteria that somebody found good, under a name: a launch and the lab can begin with them.
CREATE TABLE "criteria_preset" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "criteria" JSONB NOT NULL,
    "max_iterations" INTEGER NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "criteria_preset_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "criteria_preset_name" ON "criteria_preset" (lower(name));
ALTER TABLE "criteria_preset" ADD CONSTRAINT "criteria_preset_shape"
  CHECK (length(name) BETWEEN 1 AND 60 AND jsonb_typeof(criteria) = 'object' AND max_iterations BETWEEN 1 AND 1000);
