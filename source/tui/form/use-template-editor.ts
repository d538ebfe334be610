import type {Dispatch} from 'react';
import {sanitise} from '../../terminal/sanitise.ts';
import {useHandOver} from '../shared/hand-over.ts';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import type {FormAction} from './form-reducer.ts';

/** Returns a function that opens the template in the operator's editor. */
export function useTemplateEditor(template: string, dispatch: Dispatch<FormAction>): () => void {
	const {services} = useSession();
	const {announce} = useNavigation();
	const handOver = useHandOver();

	return () => {
		void handOver(async () => {
			const edited = await services.edit(template);
			if (edited.ok) {
				dispatch({type: 'template', text: edited.text});
			} else {
				announce({tone: 'bad', text: `✗ ${sanitise(edited.problem)}; template unchanged.`});
			}
		});
	};
}
