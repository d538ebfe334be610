import {isDeepStrictEqual} from 'node:util';
import {useEffect, useEffectEvent, useRef} from 'react';
import {createDraftSaver, type DraftSaver} from '../../session/draft-saver.ts';
import type {DraftEntry} from '../../storage/small-stores.ts';
import type {Draft, FieldId} from '../../domain/fields.ts';
import {useSession} from '../shared/session-context.ts';
import type {FormOrigin} from './origin.ts';

/** The pause in typing after which the draft is saved, in milliseconds. */
const pause = 300;

export type SavedDraftHandle = {
	/** Returns the ID of the saved draft; undefined if there is none. */
	readonly id: () => number | undefined;
	/** Deletes the saved draft once it was sent, and stops saving. */
	readonly discard: () => void;
	/** Saves the draft now. Returns how it was saved: not at all, until the program exits, or permanently. */
	readonly save: () => 'unsaved' | 'until-exit' | 'saved';
};

export type UnsentForm = {
	readonly draft: Draft;
	/** The draft that the form started with. It needs no saving. */
	readonly startDraft: Draft;
	/** The draft that the form starts with if none is saved. It needs no saving. */
	readonly unchangedDraft: Draft;
	readonly focus: FieldId;
	readonly origin: FormOrigin;
	/** The saved draft that the form resumes. */
	readonly saved: DraftEntry | undefined;
};

/** Saves the draft in the ledger until it is sent: when the focus moves, when the operator pauses, and when the form closes. */
export function useSavedDraft({draft, startDraft, unchangedDraft, focus, origin, saved}: UnsentForm): SavedDraftHandle {
	const {
		ledger,
		profileKey,
		services: {clock},
	} = useSession();
	const saver = useRef<DraftSaver>(undefined);

	const save = () => {
		if (ledger === undefined || (draft === startDraft && saver.current === undefined)) {
			return;
		}

		saver.current ??= createDraftSaver(ledger.drafts, saved?.id);
		if (isDeepStrictEqual(draft, unchangedDraft)) {
			saver.current.drop();
			return;
		}

		saver.current.save(profileKey, {
			draft,
			...((origin.kind === 'edit' || origin.kind === 'clone') && {origin: origin.of.id}),
			purpose: origin.kind === 'edit' ? 'edit' : 'create',
		});
	};

	const onLeaveField = useEffectEvent(save);
	const onPause = useEffectEvent(save);

	useEffect(() => {
		const controller = new AbortController();
		void (async () => {
			try {
				await clock.sleep(pause, controller.signal);
			} catch {
				return;
			}

			onPause();
		})();

		return () => {
			controller.abort();
		};
	}, [draft, clock]);

	// Runs when the focus changes and when the form closes.
	useEffect(
		() => () => {
			onLeaveField();
		},
		[focus],
	);

	return {
		id: () => (saver.current === undefined ? saved?.id : saver.current.id()),
		save() {
			save();
			const isSaved = saver.current === undefined ? saved !== undefined : saver.current.hasDraft();
			if (!isSaved) {
				return 'unsaved';
			}

			return ledger === undefined || ledger.problem !== undefined ? 'until-exit' : 'saved';
		},
		discard() {
			saver.current?.discard();
		},
	};
}
