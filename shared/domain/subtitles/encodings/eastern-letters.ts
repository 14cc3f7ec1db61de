import type {LanguageLetters} from './language-letters.ts';

function alphabet(code: string, letters: string, marks: RegExp | null = null): LanguageLetters {
	return {code, letters: [...letters], words: [], script: 'alphabet', marks};
}

const arabicMarks = /[\u064b-\u0652\u0640،؛؟٪\u0660-\u0669\u06f0-\u06f9]/u;
const arabic = 'اليمنرتوبدهعسفكحقشجصطخأةىزضثذغإئءآظؤ';

/** Alphabets other than the Latin one, commonest letter first. */
export const easternLetters: readonly LanguageLetters[] = [
	alphabet('ru', 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'),
	alphabet('uk', 'оанитівердслкупямзьбгчйхжшцюїєщфґ’'),
	alphabet('be', 'аіноерсытлкдпмяўвузцгьчбхжшэюёйф'),
	alphabet('bg', 'аоеитнрсвлдкпмзгубщчяцшйхжюфъь'),
	alphabet('sr', 'аоиенрсјтукмдвпљзгбшчњцжћђфхџ'),
	alphabet('mk', 'аоеитнрсвкдјлмпугзбшчцжњќљхфѓџѕ'),
	alphabet('el', 'αοιετσνηυρπκμλςόίάέδγθήωύχώφβξζψϊϋΐΰ'),
	alphabet('he', 'יוהלאתמרבנשדחעםקכגפטןזסצךףץ', /[\u05b0-\u05c2]/u),
	alphabet('ar', arabic, arabicMarks),
	alphabet('fa', 'اینردمهوتبشسکگزپچخفعقجلحصطغضذثظژآئءأؤۀيك', arabicMarks),
	alphabet('ur', 'ایکرنوہےمتسلبدپںھگجعٹچشحقزفطئخصآڑڈغضثذظژؤءي', arabicMarks),
	alphabet('th', 'านรอกเง่มยลวดทสต้ัีปบคแหิไ็ะขจชพโใ์ืุูำถซผณศภธษฟญๆฉฐฒฬฮฝฏฎฑฤฆ', /[๐-๙]/u),
];
