import {useEffect, useRef, useState} from 'react';
import {createDraftSaver, type DraftSaver} from '../../session/draft-saver.ts';
import type {DraftEntry} from '../../storage/drafts.ts';
import type {Draft, FieldId} from '../../domain/draft/draft.ts';
import {useSession} from '../shared/session-context.ts';
import type {FormOrigin} from './form-origin.ts';

/** Milliseconds without a key after which a draft is written down. */
const pause = 300;

export type SavedDraft = {
	/** It was sent: it need not be kept. */
	readonly discard: () => void;
	/** Writes it down now; whether it is kept, beyond this program's end or until then. */
	readonly keep: () => 'no' | 'here' | 'yes';
};

export type UnsentForm = {
	readonly draft: Draft;
	/** What it began with: that alone is not worth keeping. */
	readonly start: Draft;
	readonly focus: FieldId;
	readonly origin: FormOrigin;
	/** Where it is kept already. */
	readonly saved: DraftEntry | undefined;
};

/** Keeps what is written in the ledger: when a field is left, at every pause in typing, and when the form goes, until it is sent. */
export function useSavedDraft({draft, start, focus, origin, saved}: UnsentForm): SavedDraft {
	const {ledger, profileKey, services} = useSession();
	const [saver, setSaver] = useState<DraftSaver | undefined>(undefined);
	useEffect(() => {
		setSaver(ledger && createDraftSaver(ledger.drafts, profileKey, saved?.id));
	}, [ledger, profileKey, saved?.id]);
	const save = () => {
		if (draft !== start) {
			saver?.save({
				draft,
				...((origin.kind === 'edit' || origin.kind === 'clone') && {origin: origin.of.id}),
				purpose: origin.kind === 'edit' ? 'edit' : 'create',
			});
		}
	};

	const latest = useRef(save);
	latest.current = save;
	useEffect(() => {
		const controller = new AbortController();
		void (async () => {
			try {
				await services.clock.sleep(pause, controller.signal);
			} catch {
				return;
			}

			latest.current();
		})();

		return () => {
			controller.abort();
		};
	}, [draft]);
	useEffect(() => {
		latest.current();
		return () => {
			latest.current();
		};
	}, [focus]);

	return {
		keep() {
			latest.current();
			if (saver?.hasDraft() !== true) {
				return 'no';
			}

			return ledger?.isWritable ? 'yes' : 'here';
		},
		discard() {
			saver?.discard();
		},
	};
}
