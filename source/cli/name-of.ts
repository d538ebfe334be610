/** Names a notification in a sentence: `"Treasury" (ID 17)`, or `ID 17` where it has no name. Sanitise it before showing it. */
export const nameOf = ({id, name}: {readonly id: string; readonly name: string}): string =>
	name === '' ? `ID ${id}` : `"${name}" (ID ${id})`;
