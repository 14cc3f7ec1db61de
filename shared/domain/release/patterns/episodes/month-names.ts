/** The months, long and short, in the languages of broadcasters whose shows are released by date. */
const months = [
	'january jan januar janvier janv enero ene gennaio gen janeiro',
	'february feb februar février fevrier fév febrero febbraio fevereiro fev',
	'march mar märz mars marzo março marco',
	'april apr avril avr abril abr aprile',
	'may mai mayo maggio mag maio',
	'june jun juni juin junio giugno giu junho',
	'july jul juli juillet juil julio luglio lug julho',
	'august aug août aout agosto ago',
	'september sep sept septembre septiembre settembre set setembro',
	'october oct oktober okt octobre octubre ottobre ott outubro out',
	'november nov novembre noviembre novembro',
	'december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro',
];

const numbers: ReadonlyMap<string, number> = new Map(
	months.flatMap((names, at) => names.split(' ').map((name): [string, number] => [name, at + 1])),
);

/** All of them as part of a pattern, longest first. */
export const monthNames = [...numbers.keys()].toSorted((a, b) => b.length - a.length).join('|');

/** From 1 to 12. */
export function monthNumber(name: string): number {
	return numbers.get(name.toLowerCase()) ?? 0;
}
