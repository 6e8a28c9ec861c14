/** What survives a round trip through a JSON column. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
