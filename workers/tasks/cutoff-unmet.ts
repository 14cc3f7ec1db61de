import {isCutoffUnmet} from '#shared/domain/quality/cutoff.ts';
import {searchBetter} from './search-better.ts';

export const searchCutoffUnmet = searchBetter({reason: 'cutOffUnmet', isWanted: isCutoffUnmet});
