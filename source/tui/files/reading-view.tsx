import {numberText} from '../../platform/text.ts';
import {keyOf} from '../keys/match.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {messages} from '../shared/message.ts';
import {Messages} from '../shared/messages.tsx';

export type ReadingViewProps = {
	/** The title of the header, safe to show. */
	readonly title: string;
	/** The number of notifications listed so far. */
	readonly count: number;
	readonly onStop: () => void;
};

/** The progress while a file is read and the account is listed to compare them. */
export function ReadingView({title, count, onStop}: ReadingViewProps) {
	const {columns} = useBodySize();
	const keys = useKeys('file-reading', {actions: {back: onStop}});
	const listed = count === 0 ? '' : ` ${numberText(count)} so far.`;
	return (
		<Frame keys={keys} header={<Header title={title} />}>
			<Messages
				messages={messages(
					'plain',
					`Reading the file and listing the account …${listed} ${keyOf('file-reading', 'back')}: stop`,
					columns,
				)}
			/>
		</Frame>
	);
}
