#ifndef SUITES_H
#define SUITES_H

void sensor_tests(void);
void filter_tests(void);
void controller_tests(void);
void schedule_tests(void);
void protocol_tests(void);
void thermostat_tests(void);

#endif
