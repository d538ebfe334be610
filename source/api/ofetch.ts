/** Only this function of ofetch is bundled: the rest of it would load undici. */
export {createFetch} from 'ofetch';
