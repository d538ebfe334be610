/** The parts that the list shows above its rows, in lines. */
export type ListNeeds = {
	/** The lines of the body. */
	readonly rows: number;
	/** Whether there are rows. */
	readonly hasRows: boolean;
	/** The line that is typed into, or chosen from. */
	readonly isTyping: boolean;
	/** Whether a search is kept. */
	readonly isSearched: boolean;
	/** The messages, and those about the search. */
	readonly messages: number;
	readonly problems: number;
	readonly hasTabs: boolean;
	/** Whether a field is being typed, whose values have a line. */
	readonly hasValues: boolean;
	/** Whether there is room for lines that only separate. */
	readonly hasSeparators: boolean;
};

/** The number of lines for the error in the query at most. */
const problemLimit = 3;

/** The lines that titles and rows have before a message has a second line. */
const leastList = 4;

/** The number of lines from which the values of a field have one of them. */
const valuesHeight = 5;

/**
Shares the lines of a low terminal. A row comes first, then what is typed, what is wrong with it, a line of each message, the kept search, the titles of the columns and the views.
*/
export function listLines({
	rows,
	hasRows,
	isTyping,
	isSearched,
	messages,
	problems,
	hasTabs,
	hasValues,
	hasSeparators,
}: ListNeeds) {
	let left = rows - Number(hasRows) - Number(isTyping);
	const take = (wanted: number) => {
		const taken = Math.max(0, Math.min(wanted, left));
		left -= taken;
		return taken;
	};

	const problemLines = take(Math.min(problems, problemLimit));
	const firstLine = take(Math.min(messages, 1));
	const hasQueryLine = isTyping || (isSearched && take(1) === 1);
	const moreLines = take(Math.min(messages - firstLine, hasRows ? Math.max(0, left - leastList) : left));
	// With a single line left a second row says more than titles.
	const hasRoom = () => left > 1 || !hasRows;
	const hasTitles = hasRoom() && take(1) === 1;
	return {
		hasQueryLine,
		hasTitles,
		hasTabs: hasTabs && hasRoom() && take(1) === 1,
		hasValues: hasValues && rows >= valuesHeight && hasRoom() && take(1) === 1,
		/** Whether a rule separates the titles from the rows. */
		hasRule: hasSeparators && hasTitles && take(1) === 1,
		messages: firstLine + moreLines,
		problems: problemLines,
		/** The lines for rows, at least one. */
		height: Math.max(1, left + Number(hasRows)),
	};
}
