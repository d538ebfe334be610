/** A line across a pane, `width` columns wide. */
export const rule = (width: number): string => '─'.repeat(Math.max(0, width));
