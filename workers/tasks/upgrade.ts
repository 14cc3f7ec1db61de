import {mayImprove} from '#shared/domain/quality/cutoff.ts';
import {searchBetter} from './search-better.ts';

export const searchUpgrades = searchBetter({reason: 'upgrade', isWanted: mayImprove});
