/** The width of the margin with the labels of fields, in terminal columns. */
export const labelWidth = 13;
