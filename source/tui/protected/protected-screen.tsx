import {useNavigation} from '../shared/navigation.ts';
import {NameQuestion, type NameQuestionProps} from './name-question.tsx';

export type ProtectedScreenProps = Pick<NameQuestionProps, 'subject' | 'onConfirm'>;

/** Asks for the name of a protected notification, or the number of several, for the screen below, which then changes them. */
export function ProtectedScreen({subject, onConfirm}: ProtectedScreenProps) {
	const {pop} = useNavigation();
	const back = () => {
		pop();
	};

	const confirm = () => {
		pop();
		onConfirm();
	};

	return <NameQuestion subject={subject} onConfirm={confirm} onBack={back} />;
}
