/** The names of the settings for the screens: optional members of config.yaml, next to the profiles. */
export const screenSettingNames = ['preview', 'columns', 'views', 'keys', 'theme', 'mouse', 'explorers'] as const;

export type ScreenSettingName = (typeof screenSettingNames)[number];

const mention = new RegExp(String.raw`(?:^|[\s"',\{])(?:${screenSettingNames.join('|')})["']?\s*:`, 'v');

/** Whether the text of config.yaml may contain settings for the screens. If not, it need not be parsed. */
export const canHaveScreenSettings = (text: string): boolean => mention.test(text);
