import {useEffect, useState} from 'react';
import {recordsOf} from '../../session/listing-state.ts';
import {managedPlace, type ManagedBy} from '../../session/managed-place.ts';
import {shortPath} from '../../session/short-path.ts';
import {bestEffort} from '../../storage/best-effort.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {numberText} from '../../system/number-text.ts';
import {useSession} from './session-context.ts';

/** The file that was planned here and describes a notification; undefined while that is not known, and if there is none. */
export function useManagedBy(id: string | undefined): ManagedBy | undefined {
	const {ledger, profileKey, profile, services, listing} = useSession();
	const [found, setFound] = useState<{readonly id: string; readonly place: ManagedBy | undefined}>();
	useEffect(() => {
		let isLeft = false;
		void bestEffort(async () => {
			if (id === undefined || ledger === undefined) {
				return;
			}

			const place = await managedPlace(id, {
				ledger,
				profileKey,
				profile: profile.name,
				files: services.files,
				listed: () => recordsOf(listing.get().listing).filter(record => record.kind === 'notification'),
			});
			if (!isLeft) {
				setFound({id, place});
			}
		});
		return () => {
			isLeft = true;
		};
	}, [id, ledger, profileKey, profile.name, services, listing]);
	return found?.id === id ? found?.place : undefined;
}

/** The file and the line that describe a notification: `alerts.yaml, line 12`. Safe to show. */
export const managedText = ({path, line, others}: ManagedBy): string => (
	`${sanitiseCell(shortPath(path))}, line ${line}${others === 0 ? '' : `, and ${numberText(others)} ${others === 1 ? 'other file' : 'other files'}`}`
);
