import {html} from './html.ts';

/** Lines on a field of 24 × 24. */
const shapes = {
	film: 'M4 4h16v16H4zM8 4v16M16 4v16M4 9h4M4 15h4M16 9h4M16 15h4',
	tv: 'M3 7h18v12H3zM8 3l4 4 4-4M8 22h8',
	plus: 'M12 5v14M5 12h14',
	queue: 'M12 3v11M7.5 10l4.5 4.5L16.5 10M4 20h16',
	wanted: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
	calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
	history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4l3 2',
	settings:
		'M4 7h9.500M18.500 7H20M16 4.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM4 17h1.500M10.500 17H20M8 14.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
	health: 'M3 12h4l2.5-6 4.5 12 2.5-6H21',
	tasks: 'M4 6l1.5 1.5L8 5M4 12.5L5.5 14 8 11.500M4 19l1.5 1.500L8 18M11 6.500h9M11 12.500h9M11 19.500h9',
	search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5',
	close: 'M6 6l12 12M18 6L6 18',
	check: 'M5 12.500l4.5 4.500L19 7.5',
	alert: 'M12 4L2.5 20h19zM12 10v4.500M12 17.200v.3',
	more: 'M5 12h.01M12 12h.01M19 12h.01',
	back: 'M14.5 5.500L8 12l6.5 6.5',
	forward: 'M9.5 5.5L16 12l-6.5 6.5',
	down: 'M6 9.500l6 6 6-6',
	user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.500 20c.5-3.600 3.500-5.500 7.500-5.500s7 1.900 7.500 5.500',
	group: 'M9 4H5v16h4M13 8h7M13 16h7',
	split: 'M4 5h16M4 19h16M12 8v3M12 13v3',
	up: 'M6 14.500l6-6 6 6',
	eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
	eyeOff:
		'M4 4l16 16M9.5 5.900A9 9 0 0 1 12 5.500c6 0 9.5 6.5 9.5 6.500a16 16 0 0 1-2.6 3.300M6.2 7.700A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.500a9 9 0 0 0 4-.9',
	refresh: 'M20 12a8 8 0 1 1-2.5-5.800L20 8.500M20 4v4.500h-4.5',
	trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13',
	bolt: 'M13 3L5 13.500h6L10.5 21 19 10.500h-6z',
	subtitles: 'M3 5h18v14H3zM6.5 12h4M13 12h4.500M6.5 15.500h7M16 15.500h1.5',
	sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
	moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.500z',
	system: 'M3 5h18v11H3zM8 20h8M12 16v4',
	logout: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9.5',
	link: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
	folder: 'M3 6h6l2 2.500h10V19H3z',
	menu: 'M4 7h16M4 12h16M4 17h16',
	lines: 'M6 3h8.500L19 7.500V21H6zM14 3v5h5M9 12.500h7M9 16.500h7',
	edit: 'M4 20l1-4.500L16 4.500l3.500 3.500L8.500 19z',
	ban: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM5.7 5.700l12.6 12.6',
	pause: 'M8 5v14M16 5v14',
	play: 'M8 5l11 7-11 7z',
	grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
	upload: 'M12 13V3M8 6.500l4-4 4 4M4 14v6h16v-6',
	import: 'M12 3v10M8 9.500l4 4 4-4M4 14v6h16v-6',
};

export type IconName = keyof typeof shapes;

/** A decoration: what is beside it, or a label, says the same. */
export function Icon({name}: {name: IconName}) {
	return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${shapes[name]} /></svg>`;
}
