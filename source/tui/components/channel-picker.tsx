import {Box} from 'ink';
import SelectInput from 'ink-select-input';
import {channels} from '../../notifications/notification.ts';

export type ChannelPickerProps = {
	readonly channel: string;
	readonly onChoose: (channel: string) => void;
};

const items = channels.map(channel => ({label: channel, value: channel}));

/** The closed list of channels. Its own keys: up, down, enter, and the number of a row. */
export function ChannelPicker({channel, onChoose}: ChannelPickerProps) {
	const current = items.findIndex(({value}) => value === channel);

	return (
		<Box marginLeft={14} flexShrink={0}>
			<SelectInput
				items={items}
				initialIndex={Math.max(0, current)}
				onSelect={({value}) => {
					onChoose(value);
				}}
			/>
		</Box>
	);
}
