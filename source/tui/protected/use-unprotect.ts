import {useState} from 'react';
import {useNavigation} from '../shared/navigation.ts';

export type UnprotectHandle = {
	/** Whether the operator has typed what includes the protected ones. */
	readonly isUnprotected: boolean;
	/** Asks whether to include them. `count`: their number; `why`: why they are protected, safe to show. */
	readonly ask: (count: number, why?: string) => void;
};

/** Lets the operator include what is protected in a change of many. */
export function useUnprotect(): UnprotectHandle {
	const {push} = useNavigation();
	const [isUnprotected, setIsUnprotected] = useState(false);
	return {
		isUnprotected,
		ask(count, why) {
			push({
				name: 'protected',
				subject: {count, why},
				onConfirm() {
					setIsUnprotected(true);
				},
			});
		},
	};
}
