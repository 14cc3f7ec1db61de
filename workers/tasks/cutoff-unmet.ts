import {isCutoffUnmet} from '#shared/domain/quality/cutoff.ts';
import {searchBetter} from './searches/search-better.ts';

export const searchCutoffUnmet = searchBetter({taskId: 'cutoffUnmet', reason: 'cutOffUnmet', isWanted: isCutoffUnmet});
