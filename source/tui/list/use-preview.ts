import {useWindowSize} from 'ink';
import {useMemo, useState} from 'react';
import type {ScreenSettings} from '../../config/settings.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {useSettings} from '../shared/use-settings.ts';
import type {Sample} from './columns.ts';
import {noPreviewText, previewNeed, previewPlace} from './preview-place.ts';

/** The preview of the notification under the cursor: whether it is shown, and where. */
export function usePreview(sample: Sample) {
	const {
		services: {settings},
	} = useSession();
	const {announce} = useNavigation();
	const {preview: saved, columns: names} = useSettings();
	const [chosen, setChosen] = useState<ScreenSettings['preview']>(undefined);
	const terminal = useWindowSize();
	const need = useMemo(() => previewNeed(sample, names), [sample, names]);
	const place = previewPlace(chosen ?? saved, terminal, need);

	return {
		/** The position and size of the preview; undefined if it is not shown. */
		place,
		/** Shows or hides the preview, and saves that in config.yaml. */
		async toggle() {
			const next = place === undefined ? 'on' : 'off';
			if (previewPlace('on', terminal, need) === undefined) {
				announce({text: noPreviewText});
				return;
			}

			setChosen(next);
			try {
				await settings.save(['preview'], next);
			} catch (error) {
				announce({
					tone: 'bad',
					text: `The preview is ${next} until you quit: config.yaml was not changed (${(error as Error).message}).`,
				});
			}
		},
	};
}
