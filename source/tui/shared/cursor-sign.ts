/** The sign before the row, field or choice under the cursor; a space before any other. It is the same on all screens. */
export const cursorSign = (isHere: boolean): string => (isHere ? '▌' : ' ');
