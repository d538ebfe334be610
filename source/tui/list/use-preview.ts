import {useWindowSize} from 'ink';
import {useMemo, useState} from 'react';
import type {ScreenSettings} from '../../config/settings.ts';
import type {FieldName} from '../../domain/fields.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {useSettings} from '../shared/use-settings.ts';
import type {ListStats} from './column-stats.ts';
import {noPreviewText, previewNeed, previewPlace, type PreviewNeed, type PreviewPlace} from './preview-place.ts';

export type PreviewHandle = {
	/** The position and size of the preview; undefined if it is not shown. */
	readonly place: PreviewPlace | undefined;
	/** Shows or hides the preview, and saves that in config.yaml. */
	readonly toggle: () => void;
};

/** The preview of the notification under the cursor: whether it is shown, and where. */
export function usePreview(stats: ListStats): PreviewHandle {
	const {
		services: {settings},
	} = useSession();
	const {announce} = useNavigation();
	const {preview: saved, columns: names} = useSettings();
	const [chosen, setChosen] = useState<ScreenSettings['preview']>(undefined);
	const terminal = useWindowSize();
	const need = useFirstNeed(stats, names);
	const place = previewPlace(chosen ?? saved, terminal, need);

	const save = async (setting: 'on' | 'off') => {
		try {
			await settings.save(['preview'], setting);
		} catch (error) {
			announce({
				tone: 'bad',
				text: `The preview is ${setting} until you quit: config.yaml was not changed (${(error as Error).message}).`,
			});
		}
	};

	return {
		place,
		toggle() {
			const next = place === undefined ? 'on' : 'off';
			if (previewPlace('on', terminal, need) === undefined) {
				announce({tone: 'plain', text: noPreviewText});
				return;
			}

			setChosen(next);
			void save(next);
		},
	};
}

/** The room that the list and the preview need at first. A search or a refresh changes the columns, but must not move the preview to another place. */
function useFirstNeed(stats: ListStats, names: readonly FieldName[] | undefined): PreviewNeed {
	const [first, setFirst] = useState(stats);
	if (!hasRows(first) && hasRows(stats)) {
		setFirst(stats);
	}

	return useMemo(() => previewNeed(first, names), [first, names]);
}

/** Whether at least one notification was measured. */
const hasRows = (stats: ListStats): boolean => (stats.get('id')?.widest ?? 0) > 0;
