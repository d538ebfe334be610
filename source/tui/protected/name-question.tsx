import {Box, Text} from 'ink';
import type {Notification} from '../../domain/notification.ts';
import type {ProtectRule} from '../../domain/policies/account-rules.ts';
import {placeOf} from '../../session/session.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {widthOf} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {messages} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {objectQuestion} from '../shared/object-lines.ts';
import {useSession} from '../shared/session-context.ts';
import {TextField} from '../shared/text-field.tsx';
import {useTypedText} from '../shared/use-typed-text.ts';

export type NameQuestionProps = {
	readonly target: Notification;
	/** The rule that protects it. */
	readonly rule: Pick<ProtectRule, 'text' | 'place'>;
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

/** Asks for the name of a protected notification before it is deleted or replaced. */
export function NameQuestion({target, rule: {text, place}, onConfirm, onBack}: NameQuestionProps) {
	const session = useSession();
	const {announce} = useNavigation();
	const {columns, rows} = useBodySize();
	const name = nameToType(target);
	const typed = useTypedText(name, keyOf('protected', 'accept'));
	const consequences = messages('warning', `! ${sanitise(place)} protects it: ${sanitise(text)}`, columns);
	const question = objectQuestion(`${sanitise(target.id)} on ${placeOf(session)} is protected. Delete or replace it?`, target, consequences, {columns, rows: rows - 1});
	const keys = useKeys('protected', {
		question: {isShown: question.isShown},
		actions: {
			accept() {
				const problem = typed.whyNot();
				if (problem === undefined) {
					onConfirm();
				} else {
					announce({tone: 'plain', text: `Nothing was sent. ${problem}`});
				}
			},
			back: onBack,
		},
		isAnswerTyped: typed.isRight,
		onKey: typed.onKey,
		onPaste: typed.onPaste,
	});
	// A long name is read above.
	const prompt = `Type ${widthOf(name) > columns * promptShare ? 'its name' : name}, then ${keyOf('protected', 'accept')}: `;
	return (
		<Frame keys={keys} header={<Header/>}>
			<Messages messages={question.lines}/>
			<Box height={1} flexShrink={0}>
				<Text> {prompt}</Text>
				<TextField text={typed.edit.text} cursor={typed.edit.cursor} width={Math.max(3, columns - widthOf(prompt) - 2)}/>
			</Box>
		</Frame>
	);
}
