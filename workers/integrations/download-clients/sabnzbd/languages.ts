/** SABnzbd says its labels and failures in the language of its page. */
interface Language {
	encrypted: string;
	unwanted: string;
	/** How it says that a disk is full, or that a file or folder cannot be written, made, moved or renamed. */
	ofDisk: RegExp;
}

const languages: readonly Language[] = [
	{
		encrypted: 'ŠIFROVANÉ',
		unwanted: 'NECHTĚNÝ',
		ofDisk:
			/plný disk|disk je plný|chyba zápisu|souboru .*na disku|nelze vytvořit|chyba vytváření|při přesunu|přesunout soubory|přejmenovat/i,
	},
	{
		encrypted: 'KRYPTEREDE',
		unwanted: 'UØNSKET',
		ofDisk: /disk(?:en er)? fuld|diskfejl|skrivefejl|kan ikke oprette|oprettelse af|lykkedes ikke at (?:flytte|omdøbe)|kunne ikke flytte/i,
	},
	{
		encrypted: 'VERSCHLÜSSELT',
		unwanted: 'UNERWÜNSCHT',
		ofDisk: /festplatte|speicherplatz|schreibfehler|nicht (?:anlegen|angelegt)|erstellen von|verschieben|umbenennen/i,
	},
	{
		encrypted: 'ENCRIPTADO',
		unwanted: 'NO DESEADO',
		ofDisk: /disco (?:lleno|está)|error de (?:disco|escritura)|(?:imposible|puede|pudo|al) crear|error al (?:mover|renombrar)/i,
	},
	{
		encrypted: 'SALATTU',
		unwanted: 'EI TOIVOTTU',
		ofDisk: /levy täynnä|levyvirhe|kirjoitusvirhe|voi(?:tu|da)? luoda|luominen epäonnistui|siir(?:täminen|to)|uudelleennime/i,
	},
	{
		encrypted: 'CRYPTÉ',
		unwanted: 'INDÉSIRABLE',
		ofDisk:
			/espace disque|disque plein|erreur (?:d.écriture|de disque)|impossible de (?:créer|déplacer)|la création de|du (?:déplacement|renommage)/i,
	},
	{encrypted: 'מוצפן', unwanted: 'בלתי רצוי', ofDisk: /דיסק|שגיאת כתיבה|ניתן ליצור|בעשייה|בהעברת|בשינוי שם/},
	{
		encrypted: 'CRITTOGRAFATO',
		unwanted: 'NON DESIDERATO',
		ofDisk: /disco pieno|errore (?:del disco|di scrittura)|impossibile creare|creazione di|spostamento d|la rinomina/i,
	},
	{
		encrypted: 'KRYPTERT',
		unwanted: 'UØNSKET',
		ofDisk:
			/disken er full|diskfeil|skrivefeil|kan ikke (?:opprette|lage)|opprettelse av|(?:kunne ikke|klarte ikke å) (?:flytte|endre navn)/i,
	},
	{
		encrypted: 'VERSLEUTELD',
		unwanted: 'ONGEWENST',
		ofDisk: /schijf|schrijffout|bestemmingsmap|mogelijk directory|aanmaken|kan geen tijdelijk|verplaatsen van|hernoemen van/i,
	},
	{
		encrypted: 'ZASZYFROWANY',
		unwanted: 'NIEPOŻĄDANY',
		ofDisk: /dysk|błąd zapisu|(?:można|udało się) utworzyć|udało się przenieść|zmiany nazwy/i,
	},
	{
		encrypted: 'CRIPTOGRAFADO',
		unwanted: 'INDESEJADO',
		ofDisk: /disco cheio|erro de (?:disco|escrita|gravação)|(?:possível|falha ao) criar|(?:falha|erro) ao (?:mover|renomear)/i,
	},
	{
		encrypted: 'ENCRIPTAT',
		unwanted: 'NEDORIT',
		ofDisk: /disc plin|eroare (?:disc|scriere)|nu pot crea|facere nereuşită|mutare .*nereuşită|putut? muta|eroare redenumire/i,
	},
	{
		encrypted: 'ЗАШИФРОВАН',
		unwanted: 'НЕЖЕЛАТЕЛЬНЫЙ',
		ofDisk: /диск|ошибка записи|(?:удаётся|удалось) (?:создать|переместить)|переименования/i,
	},
	{
		encrypted: 'ШИФРИРАНО',
		unwanted: 'NEŽELJENI',
		ofDisk: /disk (?:je )?pun|na disku|u pisanju|диск|креира|kreiranj|premeštanje|премештање|преименовања/i,
	},
	{
		encrypted: 'KRYPTERAT',
		unwanted: 'OÖNSKAD',
		ofDisk: /disken är full|diskfel|skrivfel|kan (?:inte|ej) skapa|skapande av|att (?:flytt?a|döpa om)/i,
	},
	{
		encrypted: 'ŞİFRELENMİŞ',
		unwanted: 'İSTENMEYEN',
		ofDisk: /disk (?:dol|hata)|yazma hatası|oluşturulam|oluşturma hatası|oluşturulmasında|taşınması|yeniden isimlendirilme/i,
	},
	{encrypted: '*加密*', unwanted: '不需要', ofDisk: /磁盘|磁碟|写入错误|无法.*创建|创建失败|将 .*移动到|移动文件失败|重命名/},
];

/** The label in English, which a job has in any language; itself if it is another one. */
export function inEnglish(label: string): string {
	const plain = label.trim();
	if (languages.some(({encrypted}) => encrypted === plain)) {
		return 'ENCRYPTED';
	}
	return languages.some(({unwanted}) => unwanted === plain) ? 'UNWANTED' : label;
}

/** Does a failure blame the disk, in a language other than English? */
export function blamesDisk(failure: string): boolean {
	// The question whether it is a FAT disk has no translation.
	return /\bFAT ?\?/.test(failure) || languages.some(({ofDisk}) => ofDisk.test(failure));
}
