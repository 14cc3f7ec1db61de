export interface SeasonOption {
	seasonNumber: number;
	monitored: boolean;
}

/**
 * Whether a season of a new series is monitored: all but the specials, unless the caller says
 * otherwise. The last option wins.
 */
export function isSeasonMonitored(seasonNumber: number, options: readonly SeasonOption[]): boolean {
	return options.findLast(option => option.seasonNumber === seasonNumber)?.monitored ?? seasonNumber > 0;
}
