export const calendarIndex = 'calendar';

export interface CalendarSpan {
	start: Date;
	/** Excluded. */
	end: Date;
	/** Also titles that are not monitored. */
	unmonitored: boolean;
	/** The first ones by date. */
	limit: number;
}
