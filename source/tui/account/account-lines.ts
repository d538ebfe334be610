import {wrap} from '../../terminal/width.ts';
import {fittingQuestion, messages, type Message} from '../shared/message.ts';
import {askedLines} from '../shared/object-lines.ts';

/** The question whether a new API key belongs to the account used before, and what each answer does. */
export type AccountQuestion = {readonly asked: readonly Message[]; readonly rest: readonly Message[]};

/** The question about the API key of a place, in the longest wording that fits in `rows` lines: both answers are more useful than the reason why it is asked. */
export function accountQuestion(
	place: string,
	{columns, rows}: {readonly columns: number; readonly rows: number},
): AccountQuestion {
	const whole = `The API key of ${place} is new. Does it belong to the same account as the key before?`;
	const short = `New API key of ${place}: same account?`;
	const why = messages(
		'plain',
		'chainbell cannot tell: the listing does not have the notifications that were there before.',
		columns,
	);
	const answers = [
		...answerLines('y', 'The same account. History, drafts, undo and pending changes are kept.', columns),
		...answerLines('n', 'Another account. Nothing of the earlier one is shown; its key opens it again.', columns),
	];
	const shortAnswers = [
		...answerLines('y', 'Same: history and undo stay.', columns),
		...answerLines('n', 'Another: nothing is shared.', columns),
	];
	const asked = (text: string) => askedLines(text, columns);
	const forms: readonly AccountQuestion[] = [
		{asked: asked(whole), rest: [...answers, ...why]},
		{asked: asked(whole), rest: answers},
		{asked: asked(short), rest: answers},
		{asked: asked(short), rest: shortAnswers},
	];
	return (
		forms.find(form => form.asked.length + form.rest.length <= rows) ?? {
			asked: fittingQuestion(asked(whole), asked(short), rows - 1),
			rest: shortAnswers,
		}
	);
}

/** What a key answers; its further lines stand below its first word. */
const answerLines = (key: string, text: string, columns: number): Message[] =>
	wrap(text, columns - 5).map((line, index): Message => ({
		tone: 'plain',
		text: ` ${index === 0 ? key : ' '.repeat(key.length)}  ${line}`,
	}));
