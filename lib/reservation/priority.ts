/** Whoever has the greater number goes first; of equals, who asked first. People go before runs, whose number is 0. */
export const peoplePriority = 10;

/** The greatest that who manages boards can give to let somebody go before other people. */
export const highestPriority = 100;
