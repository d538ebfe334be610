/** The settings of the screens: optional members of config.yaml, beside the profiles. */
export const screenSettingNames = ['preview', 'columns', 'views', 'keys', 'theme', 'mouse', 'explorers'] as const;

export type ScreenSettingName = (typeof screenSettingNames)[number];

const mention = new RegExp(String.raw`(?:^|[\s"',\{])(?:${screenSettingNames.join('|')})["']?\s*:`, 'v');

/** Whether the text of config.yaml may have a setting of the screens. Where it says no, nothing needs to be parsed. */
export const canHaveScreenSettings = (text: string): boolean => mention.test(text);
