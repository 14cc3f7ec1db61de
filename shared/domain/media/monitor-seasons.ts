export interface SeasonOption {
	seasonNumber: number;
	monitored: boolean;
}

/**
 * Which seasons of a new series are monitored: all but the specials, unless the caller says
 * otherwise; the last word counts.
 */
export function isSeasonMonitored(seasonNumber: number, options: readonly SeasonOption[]): boolean {
	return options.findLast(option => option.seasonNumber === seasonNumber)?.monitored ?? seasonNumber > 0;
}
