/** HTML's names of the characters 160 to 255, in order. */
const latin =
	'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
		' ',
	);

/** Greek letters in the order of their code points, from 913 and from 945; 930 is not a letter. */
const greek =
	'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega'.split(
		' ',
	);

const characters = new Map<string, string>([
	...latin.map((name, index): [string, string] => [name, String.fromCharCode(160 + index)]),
	...greek.map((name, index): [string, string] => [name, String.fromCharCode(913 + index)]),
	...greek.map((name, index): [string, string] => [name.toLowerCase(), String.fromCharCode(945 + index)]),
	...Object.entries({
		OElig: 'Œ',
		oelig: 'œ',
		Scaron: 'Š',
		scaron: 'š',
		Yuml: 'Ÿ',
		fnof: 'ƒ',
		circ: 'ˆ',
		tilde: '˜',
		ensp: ' ',
		emsp: ' ',
		thinsp: ' ',
		zwnj: '',
		zwj: '',
		lrm: '',
		rlm: '',
		ndash: '–',
		mdash: '—',
		lsquo: '‘',
		rsquo: '’',
		sbquo: '‚',
		ldquo: '“',
		rdquo: '”',
		bdquo: '„',
		dagger: '†',
		Dagger: '‡',
		bull: '•',
		hellip: '…',
		permil: '‰',
		prime: '′',
		Prime: '″',
		lsaquo: '‹',
		rsaquo: '›',
		oline: '‾',
		frasl: '⁄',
		euro: '€',
		trade: '™',
		larr: '←',
		uarr: '↑',
		rarr: '→',
		darr: '↓',
		harr: '↔',
		minus: '−',
		infin: '∞',
		asymp: '≈',
		ne: '≠',
		le: '≤',
		ge: '≥',
		loz: '◊',
		spades: '♠',
		clubs: '♣',
		hearts: '♥',
		diams: '♦',
		sigmaf: 'ς',
	}),
]);

/** The only names XML itself defines. */
const xmlNames = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);

const reference = /&(?:#(?<decimal>\d{1,7})|#[xX](?<hex>[\da-fA-F]{1,6})|(?<name>[A-Za-z][A-Za-z\d]{1,31}));/g;
/** Every `&` that does not begin a name XML defines. Feeds are full of them, and they are harmless. */
const looseReference =
	/&(?!(?:amp|lt|gt|quot|apos);)(?:(?:#(?<decimal>\d{1,7})|#[xX](?<hex>[\da-fA-F]{1,6})|(?<name>[A-Za-z][A-Za-z\d]{1,31}));)?/g;

interface Reference {
	decimal?: string;
	hex?: string;
	name?: string;
}

/** Replaces HTML character references with their characters. Everything else stays as it is. */
export function decodeEntities(text: string): string {
	if (!text.includes('&')) {
		return text;
	}
	return text.replace(reference, (whole, ...rest) => {
		const {name, ...number} = groupsOf(rest);
		if (name === undefined) {
			return characterOf(number);
		}
		return xmlNames.get(name) ?? characters.get(name) ?? whole;
	});
}

/**
 * Keeps only the references XML defines: HTML's become characters, and a bare `&` becomes
 * `&amp;`. Not for CDATA sections.
 */
export function repairReferences(markup: string): string {
	if (!markup.includes('&')) {
		return markup;
	}
	return markup.replace(looseReference, (whole, ...rest) => {
		const {name, ...number} = groupsOf(rest);
		if (name !== undefined) {
			return characters.get(name) ?? `&amp;${whole.slice(1)}`;
		}
		if (whole === '&') {
			return '&amp;';
		}
		return characterOf(number) === '' ? '' : whole;
	});
}

function groupsOf(rest: unknown[]): Reference {
	return rest.at(-1) as Reference; // the last argument of a replacer is the record of named groups
}

/** Empty for code points that are not XML characters. */
function characterOf({decimal, hex}: Reference): string {
	const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
	const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
	const isNone = code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) || code === 0xff_fe || code === 0xff_ff;
	return isControl || isNone ? '' : String.fromCodePoint(code);
}
