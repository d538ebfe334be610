/** The sign before the row, the field or the choice under the cursor; a space before any other. The same on every screen. */
export const cursorSign = (isHere: boolean): string => isHere ? '>' : ' ';
