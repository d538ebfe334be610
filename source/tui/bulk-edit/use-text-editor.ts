import {useRef} from 'react';
import {BodiesError} from '../../files/notification-file.ts';
import type {TextEntry} from '../../files/edited-text.ts';
import {numberText} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useHandOver} from '../shared/hand-over.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {Notice} from '../shared/route.ts';
import {useSession} from '../shared/session-context.ts';
import type {BulkEditView} from './bulk-edit-model.ts';
import type {EditModelHandle} from './use-edit-model.ts';

/** The maximum number of notifications in one text: reading it again takes about a millisecond for each. */
const entryLimit = 1000;

/** Returns a function that opens the notifications as YAML in the operator's editor, and takes what it saved. A text that cannot be read is kept, and opened again the next time. */
export function useTextEditor({dispatch, whenReady}: EditModelHandle): () => void {
	const {services} = useSession();
	const {announce} = useNavigation();
	const handOver = useHandOver();
	const rejected = useRef<string>(undefined);

	const open = (entries: readonly TextEntry[]) => {
		void handOver(async () => {
			const {editableText, readEditedText} = await import('../../files/edited-text.ts');
			const saved = await services.edit(
				rejected.current ?? entries.map(entry => editableText(entry)).join(''),
				'notifications.yaml',
			);
			if (!saved.ok) {
				announce({tone: 'bad', text: `✗ ${sanitise(saved.problem)}. Nothing was changed.`});
				return;
			}

			try {
				const drafts = await readEditedText(saved.text, entries);
				rejected.current = undefined;
				const changed = drafts.filter((draft, index) => draft !== entries[index]!.draft).length;
				if (changed > 0) {
					dispatch({type: 'edited', drafts: new Map(entries.map(({of}, index) => [of.id, drafts[index]!]))});
				}

				announce(savedNotice(changed, entries.length));
			} catch (error) {
				if (!(error instanceof BodiesError)) {
					throw error;
				}

				rejected.current = saved.text;
				announce({
					tone: 'bad',
					text: `✗ ${sanitise(error.message)} The text is kept: open the editor again to correct it.`,
				});
			}
		});
	};

	return () => {
		whenReady(view => {
			const entries = entriesOf(view);
			if (entries.length > entryLimit) {
				announce({
					tone: 'bad',
					text: `At most ${numberText(entryLimit)} notifications can be opened in the editor, not ${numberText(entries.length)}. Mark fewer, or change fields here.`,
				});
			} else if (entries.length === 0) {
				announce({tone: 'bad', text: 'All notifications are left out.'});
			} else {
				open(entries);
			}
		});
	};
}

/** The notifications that are not left out, with the changes so far. */
function entriesOf({items, outcomes, leftOut}: BulkEditView): TextEntry[] {
	return items.flatMap(({of}, index) => (leftOut.has(of.id) ? [] : [{of, draft: outcomes[index]!.after}]));
}

const savedNotice = (changed: number, total: number): Notice => ({
	text:
		changed === 0
			? 'Nothing was changed in the editor.'
			: `Changed in the editor: ${numberText(changed)} of ${numberText(total)}.`,
});
