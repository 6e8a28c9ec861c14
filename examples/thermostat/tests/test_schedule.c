#include "check.h"
#include "schedule.h"
#include "suites.h"

#define DEFAULT 1600
#define COMFORT 2150
#define NIGHT 1700
#define AT(hour, minute) ((hour) * 60 + (minute))

enum { MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY };

static schedule with(schedule_slot slot)
{
    schedule schedule;
    schedule_init(&schedule, DEFAULT);
    CHECK(schedule_add(&schedule, slot));
    return schedule;
}

static schedule working_days(void)
{
    return with((schedule_slot){WEEKDAYS, AT(6, 30), AT(21, 0), COMFORT});
}

static schedule nights(uint8_t days)
{
    return with((schedule_slot){days, AT(22, 0), AT(6, 0), NIGHT});
}

static void schedule_without_slots_is_the_default(void)
{
    schedule schedule;
    schedule_init(&schedule, DEFAULT);
    CHECK_EQUAL(DEFAULT, schedule_setpoint(&schedule, MONDAY, AT(12, 0)));
}

static void schedule_applies_a_slot_from_its_first_minute(void)
{
    schedule schedule = working_days();
    CHECK_EQUAL(DEFAULT, schedule_setpoint(&schedule, TUESDAY, AT(6, 29)));
    CHECK_EQUAL(COMFORT, schedule_setpoint(&schedule, TUESDAY, AT(6, 30)));
}

static void schedule_leaves_a_slot_at_its_end(void)
{
    schedule schedule = working_days();
    CHECK_EQUAL(COMFORT, schedule_setpoint(&schedule, TUESDAY, AT(20, 59)));
    CHECK_EQUAL(DEFAULT, schedule_setpoint(&schedule, TUESDAY, AT(21, 0)));
}

static void schedule_is_the_default_late_in_the_evening(void)
{
    schedule schedule = working_days();
    CHECK_EQUAL(DEFAULT, schedule_setpoint(&schedule, FRIDAY, AT(23, 59)));
}

static void schedule_leaves_other_days_alone(void)
{
    schedule schedule = working_days();
    CHECK_EQUAL(DEFAULT, schedule_setpoint(&schedule, SATURDAY, AT(12, 0)));
    CHECK_EQUAL(DEFAULT, schedule_setpoint(&schedule, SUNDAY, AT(12, 0)));
}

static void schedule_prefers_the_slot_added_last(void)
{
    schedule schedule = working_days();
    CHECK(schedule_add(&schedule, (schedule_slot){DAY(WEDNESDAY), AT(9, 0), AT(12, 0), NIGHT}));
    CHECK_EQUAL(NIGHT, schedule_setpoint(&schedule, WEDNESDAY, AT(10, 0)));
    CHECK_EQUAL(COMFORT, schedule_setpoint(&schedule, WEDNESDAY, AT(12, 0)));
}

static void schedule_covers_a_whole_day(void)
{
    schedule schedule = with((schedule_slot){DAY(SUNDAY), 0, SCHEDULE_DAY_MINUTES, COMFORT});
    CHECK_EQUAL(COMFORT, schedule_setpoint(&schedule, SUNDAY, AT(0, 0)));
    CHECK_EQUAL(COMFORT, schedule_setpoint(&schedule, SUNDAY, AT(23, 59)));
}

static void schedule_starts_the_night_before_midnight(void)
{
    schedule schedule = nights(EVERY_DAY);
    CHECK_EQUAL(DEFAULT, schedule_setpoint(&schedule, MONDAY, AT(21, 59)));
    CHECK_EQUAL(NIGHT, schedule_setpoint(&schedule, MONDAY, AT(22, 0)));
}

static void schedule_goes_on_with_the_night_after_midnight(void)
{
    schedule schedule = nights(EVERY_DAY);
    CHECK_EQUAL(NIGHT, schedule_setpoint(&schedule, TUESDAY, AT(0, 0)));
    CHECK_EQUAL(NIGHT, schedule_setpoint(&schedule, TUESDAY, AT(5, 59)));
    CHECK_EQUAL(DEFAULT, schedule_setpoint(&schedule, TUESDAY, AT(6, 0)));
}

static void schedule_counts_a_night_to_the_day_it_starts_on(void)
{
    schedule schedule = nights(DAY(SUNDAY));
    CHECK_EQUAL(DEFAULT, schedule_setpoint(&schedule, SUNDAY, AT(2, 0)));
    CHECK_EQUAL(NIGHT, schedule_setpoint(&schedule, MONDAY, AT(2, 0)));
}

static void schedule_refuses_slots_that_make_no_sense(void)
{
    schedule schedule;
    schedule_init(&schedule, DEFAULT);
    CHECK(!schedule_add(&schedule, (schedule_slot){0, 0, 60, COMFORT}));
    CHECK(!schedule_add(&schedule, (schedule_slot){EVERY_DAY, 60, 60, COMFORT}));
    CHECK(!schedule_add(&schedule, (schedule_slot){EVERY_DAY, 0, SCHEDULE_DAY_MINUTES + 1, COMFORT}));
    CHECK_EQUAL(0, schedule.count);
}

static void schedule_refuses_more_slots_than_it_has(void)
{
    schedule schedule;
    schedule_slot slot = {EVERY_DAY, 0, 60, COMFORT};
    schedule_init(&schedule, DEFAULT);
    for (int i = 0; i < SCHEDULE_SLOTS; i++)
        CHECK(schedule_add(&schedule, slot));
    CHECK(!schedule_add(&schedule, slot));
}

void schedule_tests(void)
{
    RUN(schedule_without_slots_is_the_default);
    RUN(schedule_applies_a_slot_from_its_first_minute);
    RUN(schedule_leaves_a_slot_at_its_end);
    RUN(schedule_is_the_default_late_in_the_evening);
    RUN(schedule_leaves_other_days_alone);
    RUN(schedule_prefers_the_slot_added_last);
    RUN(schedule_covers_a_whole_day);
    RUN(schedule_starts_the_night_before_midnight);
    RUN(schedule_goes_on_with_the_night_after_midnight);
    RUN(schedule_counts_a_night_to_the_day_it_starts_on);
    RUN(schedule_refuses_slots_that_make_no_sense);
    RUN(schedule_refuses_more_slots_than_it_has);
}
