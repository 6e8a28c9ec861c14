/** Whoever has the greater number goes first; of equals, who asked first. People go before runs, whose number is 0. */
export const peoplePriority = 10;

/** What who manages boards gives to go before other people. */
export const urgentPriority = 20;
