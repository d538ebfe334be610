import type {Notification} from '../../domain/notification.ts';
import type {ProtectRule} from '../../domain/policies/account-rules.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {numberText} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {AnswerLine} from '../shared/answer-line.tsx';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {messages} from '../shared/message.ts';
import {askedLines, isRecognisable, objectQuestion, type ObjectQuestion} from '../shared/object-lines.ts';
import {layOutObject} from '../shared/question-layout.ts';
import {QuestionBody} from '../shared/question-body.tsx';
import {useSession} from '../shared/session-context.ts';
import {textMoves} from '../shared/use-list-window.ts';
import {useQuestionScroll} from '../shared/use-question-scroll.ts';
import {useTypedText} from '../shared/use-typed-text.ts';

/** A protected notification with its rule, or the number of several. `why`: why these are protected, safe to show. */
export type ProtectedSubject =
	| {readonly target: Notification; readonly rule: Pick<ProtectRule, 'text' | 'place'>}
	| {readonly count: number; readonly why?: string | undefined};

export type NameQuestionProps = {
	readonly subject: ProtectedSubject;
	readonly onConfirm: () => void;
	readonly onBack: () => void;
};

/** The share of the columns that a name takes at most in the line to type on. */
const promptShare = 0.4;

/** The name that must be typed: the ID of a notification that has none, or one with characters that are not typed. */
export function nameToType({id, name}: Pick<Notification, 'id' | 'name'>): string {
	const trimmed = name.trim();
	return trimmed === '' || sanitise(trimmed) !== trimmed ? sanitise(id) : trimmed;
}

/** The text that must be typed: the name of one, or `unprotect` and the number of several. */
const answerOf = (subject: ProtectedSubject): string =>
	'target' in subject ? nameToType(subject.target) : `unprotect ${subject.count}`;

function questionOf(
	subject: ProtectedSubject,
	place: string,
	{columns, rows}: {readonly columns: number; readonly rows: number},
): ObjectQuestion {
	if ('target' in subject) {
		const {target, rule} = subject;
		const consequences = messages('warning', `! ${sanitise(rule.place)} protects it: ${sanitise(rule.text)}`, columns);
		return objectQuestion(
			`${sanitise(target.id)} on ${place} is protected. Delete or replace it?`,
			target,
			{consequences},
			{columns, rows},
		);
	}

	const {count, why} = subject;
	const asked = askedLines(
		`${count === 1 ? '1 of these is' : `${numberText(count)} of these are`} protected on ${place}. Include ${count === 1 ? 'it' : 'them'}?`,
		columns,
	);
	return {
		asked,
		object: [],
		status: [],
		consequences: why === undefined ? [] : messages('warning', `! ${why}`, columns),
	};
}

/** Asks for the name of a protected notification, or for the number of several, before they are deleted or replaced. */
export function NameQuestion({subject, onConfirm, onBack}: NameQuestionProps) {
	const session = useSession();
	const {columns, rows} = useBodySize();
	const name = answerOf(subject);
	const typed = useTypedText(name, keyOf('protected', 'accept'));
	const layout = layOutObject(questionOf(subject, placeOf(session), {columns, rows: rows - 1}), 0, rows - 1);
	const {top, moves, question} = useQuestionScroll(layout);
	const keys = useKeys('protected', {
		question: {...question, isShown: isRecognisable(columns)},
		actions: {
			...textMoves(moves),
			accept() {
				typed.confirm(onConfirm);
			},
			back: onBack,
		},
		...typed.keys,
	});
	// A long name is read above.
	const prompt = `Type ${widthOf(name) > columns * promptShare ? 'its name' : name}, then ${keyOf('protected', 'accept')}: `;
	return (
		<Frame keys={keys} header={<Header />}>
			<QuestionBody layout={layout} top={top}>
				{() => undefined}
			</QuestionBody>
			<AnswerLine prompt={prompt} typed={typed} columns={columns} keys={keys} />
		</Frame>
	);
}
