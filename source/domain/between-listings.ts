/** Milliseconds between two listings that prove together that something is missing (docs/decisions/settling-time.md). One listing may lack it by mistake. */
export const betweenListings = 2000;
