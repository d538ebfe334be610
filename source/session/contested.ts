/** For screens: what somebody else made of an edited notification. */
export {theirsNamed} from '../operations/contested.ts';
