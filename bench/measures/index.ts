import type {Measure} from '../measure.ts';
import {bulkCreate} from './bulk-create.ts';
import {bulkDelete} from './bulk-delete.ts';
import {bytes, bytesPreview} from './bytes.ts';
import {bytesScreen} from './bytes-screen.ts';
import {bytesScrolling} from './bytes-scrolling.ts';
import {bytesSearch} from './bytes-search.ts';
import {bytesWatching} from './bytes-watching.ts';
import {commandMeasures} from './commands.ts';
import {cpuIdle} from './cpu-idle.ts';
import {cpuIndexed, cpuRefreshChange, stallWhileRefreshing} from './cpu-refresh.ts';
import {cpuWatching, cpuWatchingChange, cpuWatchingChecked} from './cpu-watching.ts';
import {firstKeyMeasures} from './first-key.ts';
import {createOne, stallWhileCreating} from './create.ts';
import {freshListing} from './fresh-listing.ts';
import {heldDown} from './held-down.ts';
import {heldDownPreview} from './held-down-preview.ts';
import {ledgerMeasures} from './ledger.ts';
import {latencyMeasures} from './latency.ts';
import {listJson} from './list-json.ts';
import {memory} from './memory.ts';
import {memoryGrowth, memoryIndexed, memoryWatching} from './memory-used.ts';
import {openMillion} from './million.ts';
import {oneChangeMeasures} from './one-change.ts';
import {packedMeasures} from './packed.ts';
import {planMeasures} from './plan-file.ts';
import {refresh, secondStart} from './refresh.ts';
import {search} from './search.ts';
import {stallWhileLoading} from './stall.ts';
import {stallWhileEditing} from './stall-edit.ts';
import {slowLinkMeasures} from './slow-link.ts';
import {startMeasures} from './start.ts';
import {startConfig} from './start-config.ts';
import {startTeamMeasures} from './start-team.ts';

/** Every row of the tables, in their order. */
export const measures: readonly Measure[] = [
	...startMeasures,
	startConfig,
	...startTeamMeasures,
	...packedMeasures,
	...firstKeyMeasures,
	...commandMeasures,
	freshListing,
	refresh,
	secondStart,
	stallWhileLoading,
	stallWhileEditing,
	stallWhileRefreshing,
	heldDown,
	heldDownPreview,
	...slowLinkMeasures,
	bytes,
	bytesPreview,
	bytesScrolling,
	bytesSearch,
	bytesScreen,
	bytesWatching,
	search,
	listJson,
	...planMeasures,
	bulkDelete,
	bulkCreate,
	createOne,
	stallWhileCreating,
	...latencyMeasures,
	...ledgerMeasures,
	memory,
	memoryIndexed,
	memoryWatching,
	memoryGrowth,
	cpuIndexed,
	cpuRefreshChange,
	cpuIdle,
	cpuWatching,
	cpuWatchingChange,
	cpuWatchingChecked,
	...oneChangeMeasures,
	openMillion,
];
