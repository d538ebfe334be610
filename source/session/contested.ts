/** For screens: what somebody else made of an edited notification, and whether a request created more than one. */
export {theirsNamed} from '../operations/contested.ts';
export {namesTwins} from '../operations/transitions.ts';
