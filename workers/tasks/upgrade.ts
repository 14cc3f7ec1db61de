import {mayImprove} from '#shared/domain/quality/cutoff.ts';
import {searchBetter} from './searches/search-better.ts';

export const searchUpgrades = searchBetter({taskId: 'upgrade', reason: 'upgrade', isWanted: mayImprove});
