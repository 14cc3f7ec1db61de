import {type Film, yearOf} from './films.ts';

/** A plain SVG poster in the film's own colour. */
export function drawPoster(film: Film): string {
	const hue = (film.id * 47) % 360;
	const lines = wrap(film.title).map((line, index) => `<tspan x="40" dy="${index === 0 ? 0 : 56}">${inXml(line)}</tspan>`);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 750" width="500" height="750">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue} 60% 30%)"/><stop offset="1" stop-color="hsl(${(hue + 60) % 360} 55% 12%)"/></linearGradient></defs>
<rect width="500" height="750" fill="url(#g)"/>
<g fill="#fff" font-family="sans-serif"><text x="40" y="420" font-size="48" font-weight="bold">${lines.join('')}</text>
<text x="40" y="690" font-size="26" opacity="0.8">${yearOf(film)} · ${inXml(film.director)}</text></g></svg>`;
}

/** Lines of about fifteen letters, broken between words. */
function wrap(title: string): string[] {
	const lines: string[] = [];
	for (const word of title.split(' ')) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + word.length < 15) {
			lines[lines.length - 1] = `${last} ${word}`;
		} else {
			lines.push(word);
		}
	}
	return lines;
}

export function inXml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
