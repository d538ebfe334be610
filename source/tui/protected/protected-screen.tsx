import {useNavigation} from '../shared/navigation.ts';
import {NameQuestion, type NameQuestionProps} from './name-question.tsx';

export type ProtectedScreenProps = Pick<NameQuestionProps, 'target' | 'rule' | 'onConfirm'>;

/** Asks for the name of a protected notification for the screen below, which then changes it. */
export function ProtectedScreen({target, rule, onConfirm}: ProtectedScreenProps) {
	const {pop} = useNavigation();
	const back = () => {
		pop();
	};

	const confirm = () => {
		pop();
		onConfirm();
	};

	return <NameQuestion target={target} rule={rule} onConfirm={confirm} onBack={back}/>;
}
