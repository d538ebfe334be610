import {sanitise} from '../../terminal/sanitise.ts';
import {ConnectScreen} from '../connect/connect-screen.tsx';
import {useNavigation} from '../shared/navigation.ts';
import {useSession} from '../shared/session-context.ts';
import {useTask} from '../ui/use-task.ts';
import {useOpenAccount} from './use-open-account.ts';

/** Connects to another account while one is open. Saves it as a profile if the operator enters a name. */
export function AddProfileScreen() {
	const {services} = useSession();
	const {pop, announce} = useNavigation();
	const {start} = useTask();
	const openAccount = useOpenAccount();

	const openSandbox = () => {
		start(
			async () => services.openSandbox(),
			opened => {
				if (opened.state === 'open') {
					openAccount(opened.session);
				} else {
					announce({tone: 'bad', text: `✗ ${sanitise(opened.state === 'asking' ? (opened.problem ?? '') : '')}`});
				}
			},
		);
	};

	return (
		<ConnectScreen
			services={services}
			onConnected={openAccount}
			onSandbox={openSandbox}
			onBack={() => {
				pop();
			}}
		/>
	);
}
