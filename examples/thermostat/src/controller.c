#include "controller.h"

void controller_init(controller *controller, int16_t band_centi)
{
    controller->band_centi = band_centi;
    controller->heating = false;
    controller->never_heated = true;
    controller->off_since_s = 0;
}

static bool is_rested(const controller *controller, uint32_t now_s)
{
    /* The difference of unsigned uptimes is right across the wrap. */
    return controller->never_heated || now_s - controller->off_since_s >= CONTROLLER_REST_S;
}

bool controller_step(controller *controller, int16_t measured, int16_t setpoint, uint32_t now_s)
{
    if (controller->heating) {
        if (measured <= setpoint + controller->band_centi)
            controller_stop(controller, now_s);
    } else if (measured <= setpoint - controller->band_centi && is_rested(controller, now_s)) {
        controller->heating = true;
    }
    return controller->heating;
}

void controller_stop(controller *controller, uint32_t now_s)
{
    if (!controller->heating)
        return;
    controller->heating = false;
    controller->never_heated = false;
    controller->off_since_s = now_s;
}
