import type {KeyCommandPolicy} from '../config/key-command.ts';
import {isOpenProfile, type OpenedProfile, type Services, type Session} from './session.ts';

/** The accounts of profiles that are used beside the displayed one. */
export type AccountsBeside = {
	/** Returns the account of a profile: the displayed one, or one that is opened once, so that its key command runs once. Nothing is sent. */
	readonly open: (name: string, displayed: Session, policy: KeyCommandPolicy) => Promise<OpenedProfile>;
	/** Continues with another API key for an account that was opened; the displayed one is not. */
	readonly replace: (session: Session) => void;
	/** Leaves the accounts that were opened. */
	readonly close: () => void;
};

/** Creates the access to the accounts beside the displayed one. */
export function createAccountsBeside(services: Pick<Services, 'profiles' | 'leave'>): AccountsBeside {
	const opened = new Map<string, Session>();
	return {
		async open(name, displayed, policy) {
			const profiles = await services.profiles();
			const found = await profiles.list();
			if (
				found.ok &&
				found.profiles.some(profile => profile.name === name && isOpenProfile(profile, displayed.profile))
			) {
				return {ok: true, session: displayed};
			}

			const before = opened.get(name);
			const result: OpenedProfile =
				before === undefined ? await profiles.openBeside(name, policy) : {ok: true, session: before};
			if (result.ok) {
				opened.set(name, result.session);
			}

			return result;
		},
		replace(session) {
			if (opened.has(session.profile.name)) {
				opened.set(session.profile.name, session);
			}
		},
		close() {
			for (const session of opened.values()) {
				void services.leave(session);
			}

			opened.clear();
		},
	};
}
