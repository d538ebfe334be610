/** The sequence with which Ink enters the alternate screen (DECSET 1049). */
export const enterAlternateScreen = '\u{1B}[?1049h';
export const leaveAlternateScreen = '\u{1B}[?1049l';
/** The sequence that turns off wrapping at the right edge (DECAWM). */
export const wrapOff = '\u{1B}[?7l';
export const wrapOn = '\u{1B}[?7h';
