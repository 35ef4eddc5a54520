/// The codes of ISO 639-3 that 639-2 does not have, as SIL International registers them
/// (https://iso639-3.sil.org/).
enum LanguageCodes {
  /// Whether three small letters are such a code.
  static func contains(_ code: String) -> Bool { all.contains(code) }

  private static let all: Set<String> = {
    var codes: Set<String> = []
    for group in text.split(whereSeparator: \.isWhitespace) {
      for last in group.dropFirst(2) { codes.insert(group.prefix(2) + String(last)) }
    }
    return codes
  }()

  /// Two letters, then each third letter with which they make a code.
  private static let text = """
    aaabcdefghiklnopqstuwxz ababcdefghijlmnopqrstuvwxyz acabdfiklmnpqrstuvwxyz
    adbdefghijlnoqrstuwxz aeabcdeklmnqrsuwyz afbdegiknopstuz agabcdefghijklmnoqrstuvwxyz
    ahabghiklmnoprst aiabcdefghijklmopqrtwxy ajaginpsuwz akbcdefghijlmopqrstuvwxyz
    alacdfhijklmnopqrsuwxyz amabcefgijklmnopqrstuvwxyz anabcdefhijklmnoqrstuvwxyz
    aoabcdefgijklmnrstuxz apbcdefghijklmnopqrstuvwxyz aqcdgkmnprtz arbdehijkloqrsuvxyz
    asabcefghijklnopqrsuvwxyz atabcdegijklmnopqrstuvwxyz auabcdghijklmnopqrtuwxyz avbdiklmnostuv
    awbceghikmnorstuvwxy axbegklmx ayabcdeghiklnopqrstuz azabdgjmnotz baabcefghjopruvwxy
    bbabcdefghijklmnopqrstuvwxy bcabcdefghijklmnopqrstuvwyz bdabcdefghijklmnopqrstuvwxyz
    beabcdefghikopqstuvwxyz bfabcdefghijklmnopqrstuwxyz bgabcdefgijklnopqrstuvwxyz
    bhabcdefghijlmnpqrstuvwxyz biabdefglmopqrtuvwxyz bjabcefghijklmnoprstuvwxyz
    bkacdfghijklmnopqrstuvwxyz blbcdefhijklmnopqrstvwxyz bmabcdefghijklmnopqrstuvwxz
    bnabcdefgijklmnopqrsuvwxyz boabefghijklmnopqrtuvwxyz bpacdeghijklmnopqrstuvwxyz
    bqabcdfghijklmnopqrstuvwxyz brbcdfghijklmnopqrstuvwxyz bsabcefghijklmnopqrstuvwxy
    btacdefghijmnopqrstuvwxyz bubcdefhijkmnopqstuvwxyz bvabcdefghijklmnopqrtuvwxyz
    bwabcdefghijklmnopqrstuwxyz bxabcdefghijklmnopqrsuvwz byabcdefghijklmopqrstvwxz
    bzabcdefghijklmnopqrstuvwxyz caabcefghjklmnopqsvwxyz cbbcdgijklnoqrstuvwy cccdeghjlmopr
    cdaefhijmnorsyz ceagknty cfadgm cgacgk chcdfhjlqtwxz ciabcdehkmnprwy cjaehikmnopsvy
    ckbhlmnoqrstuvxyz clacdehijklmotuwy cmaegilmnorst cnabcghiklopqstuwx coabcdefghjklmnoqtuvwxz
    cpabcginosuxy cqd crabcdfgijklmnoqrstvwxyz csacdefghijklmnopqrstvwxyz ctacdeghlmnopstuyz
    cuabchijklopqrtuvwxy cvgn cwabdegt cyabo czhknot daacdeghijlmoqsuvwxz dbabdefgijlmnopqrtuvwy
    dccr ddadegijnorsw decdefghikmpqrsvz dgabcdeghiklnostwxz dhdgilmnorsuvwx
    diabcdfghijklmopqrsuwxyz djabcdefijkmnoruw dkagkrsx dlgkmn dmabcdefgklmorsuvwxy
    dnadegijknortuvwy doabcefhklnopqrstvwxyz dpp drbcdegilnoqstuy dsehilnoqz dtabdhikmnoprstuy
    dubcefghiklnopqrsuvwxyz dva dwakrsuwyz dyabdgimnoy dzaegln eaa ebcgkoru ecrsy eee efae egalmo
    ehsu eiptv eja ekegiklmopry elehikmou emabegikmnpqsuwxyz enabcdfhlnoqruvwx eot epi eraghikorstw
    eseghiklmnoqsuy etbchnorstuxz evehn ext eyao ezae faabdfghijklmpruxyz fbl fcs fer ffim fgr
    fiaefprtw fkkv flahilnry fmpu fnbgi fodimrs fpe fqs frcdkpqt fsels fubcdefhijmnqtuvy fvr fwae
    gabcdefghijklmnopqrstuwxz gbbdefghijklmnopqrsuvwxyz gccdeflnrt gdabcdefghijklmnoqrstux
    geabcdfghijklqsvwxy gfkt ggabdegkltuw ghacehklnorst giabcdeghimnpqrstuwxyz gjkmnru gkadenopu
    glbcdhjkloruwy gmabdglmnruvxyz gnabcdeghijklmnoqrtuwz goabcdefgijklmopqsuvwxyz gpaen gqainru
    gradghijmoqrstuvwxyz gseglmnops gtau guabcdefghiklmnopqrstuwxz gvacefjlmnoprsy
    gwabcdefgjmnrtuwx gxx gyabdefgilmnoryz gzain haabcdefghjklmnopqrsvxyz hbabnosu hcah hdnsy
    headghim hgmw hhiry hiabdfghijkorwx hji hkaehkns hlabdetu hmabcdefghijklmpqrstuvwyz
    hnadeghijnosu hoabcdehijlmoprstvwyz hpos hracekmoptuwxz hshlns htiosux
    hubcdefghijklmoqrstuvwxyz hvceknv hwaco hyaw iainr ibbdeghlmnruy icahlr idabcdeirstu ifabefkmuy
    igbeglmnosw ihbipw iin ijcejns ikeikloprstvwxz ilabgikmpsuv imailnorsty inbgjlmnopstz ioruw
    ipio iquw irehiknruxy isacdeghikmnortu itbdeiklmorstvwxyz ium ivbv iwkmos ixcl iyaox izhrz
    jaabcdefhjklmnoqstuxyz jbeijkmnrtuw jcst jdagt jebehiklnrtu jgbeko jhis jiabcdeghilmoqtuvy jjer
    jkamoprsu jles jmabcdilnrswx jnadgijls jobdgrsw jpa jqr jrartu jsl juabcdhiklmnoprstuwy jvdn
    jwi jyaey kadefghijkopqvxy kbabceghijklmnopqrstuvwxyz kcabcdefghijklmnopqrstuvwxyz
    kdacdefghijklmnpqrtuwxyz keabcdefghijklmnopqrstuvwxyz kfabcdefghijklmnopqrstuvwxyz
    kgabefgijklmnopqrstuvwxy khbcdefghjklnpqrstuvwxyz kiabcdefghijlmopqstuvwxyz
    kjabcdeghijklmnopqrstuvxyz kkabcdefghijklmnopqrstuvwxyz klabcdefghijklmnopqrstuvwxyz
    kmacdefghijklmnopqrstuvwxyz knabcdefgijklmnopqrstuvwxyz koacdefghilopqtuvwyz
    kpabcdfghijklmnoqrstuvwxyz kqabcdefghijklmnopqrstuvwxyz krabdefhijknprstvwxyz
    ksabcdefghijklmnopqrstuvwxyz ktabcdefghijklmnopqstuvwxyz kubcdefghijklnopqsuvwxyz
    kvabcdefghijklmnopqrtuvwxyz kwabcdefghijklmnoprstuvwxyz kxabcdfhijkmnopqrstvwxyz
    kyabcdefghijklmnopqrstuvwxyz kzabcdefgiklmnopqrsuvwxyz laabcefgijlnpqrsuwxyz
    lbbcefgijklmnoqrstuvwxyz lccdefhlmpqs ldabdghijklmnopq leabcdefhijklmnopqrstuvwxy lfan
    lgabghiklmnoqrtuz lhahilmnpstu liabcdefghjklopqrsuvwxyz ljaeilpwx lkabcdehijlmnorstuy
    llabcdefghijklmnpqsux lmabcdefghijklnopqruvwxy lnabdghijlmnsuwz loabcefghijkmnopqrstuvwxy
    lpaenox lqr lracegiklmnortvz lsabcdehilmnoprstvwy ltcghinosu lucdefjklmpqrtuvwyz lvaiksu
    lwaeghlmostuw lxm lyagn lzhlnz maabefjmqtuvwxz mbabcdefhijklmnopqrstuvwxyz
    mcabcdefghijklmnopqrstuvwxyz mdabcdeghijklmnpqstuvwxyz meabcdefhijklmopqrstuvwyz
    mfabcdefghijklmnopqrstuvwxyz mgbcdefghijklmnopqrstuvwyz mhabcdefgijklmnopqrstuwxyz
    miabdefghijklmopqrtuwxyz mjbcdeghijklmnopqrstuvwxyz mkabcefgijklmnopqrstuvwxyz
    mlabcefhijklmnopqrsuvwxz mmabcdefghijklmnopqrtuvwxyz mnabdefghjklmnpqrsuvwxyz
    moacdegijkmopqrtuvwxyz mpabcdeghijklmnopqrstuvwxyz mqabcefghijklmnopqrstuvwxyz
    mrabcdefghjklmnopqrstuvwxyz msbcdefghijklmnopqrsuvwxyz mtabcdefghijklmnopqrstuvwxy
    muabcdeghijkmopqrtuvxyz mvabdefghiklnopqrstuvwxyz mwabcefghikmnopqstuvwz
    mxabcdefghijklmnopqrstuvwxyz mybcefghjklmoprsuwxyz mzabcdeghijklmnopqrstuvwxyz
    naabcefgjklmnoqrstwxyz nbabcdeghijkmnopqrstuvwy ncabcdefghijklmnoqrstuxz
    ndabcdfghijklmnpqrtuvwxyz neabcdefghijkmnoqrstuvxyz nfadlru ngabcdeghijklmnpqrstuvwxyz
    nhabcdefghikmnopqrtuvwxyz nibdefghijklmnoqrstvwxyz njabdhijlmnorstuxyz
    nkabcdefghijkmnopqrstuvwxz nlacegijklmoquvwxyz nmabcdefghijklmnopqrstuvwxyz
    nnabcdefghijklmnpqrtuvwyz noacdefhijklmpqstuvwyz npabghilnosuxy nqgklmnqty nrabcefgiklmnprtuxz
    nsabcdefghiklmnpqrstuvwxyz ntdegijkmopruwxyz nuacdefghijklmnopqrstuvwxyz nvhmo nwabegimorwxy
    nxadegiklmnoqrx nybcdefghijklpqrstuvwxy nzabdkmsuyz oaacrv obiklmortu ocahmou odaktu ofosu
    ogbcegou ohtu oiaen ojbcgpsvw okabcdeghijklmnorsuvxz oladekmortu omabcgiklnoprtuwxy
    onabegijknoprstuwx oodgnrs opakmoty oraceghnorstuvwxyz oscinoptux otbdeiklmnqrstuwxyz ouabeim
    ovd owil oybdmy ozm pabcdefhikoqrsvwxyz pbbcefghilmnoprstuvy pcabcdefghijklmnpw pdacinotu
    peabdefghijklmpqsvxyz pfael pgadgiklnsuz phadghjklmoqrtuvw piabcdefghjlmnoprstuvwxyz pjt
    pkabcghnoprstu plabcdeghjklnoqrstuvwyz pmabdefhijklmnoqrstwxyz pnabcdeghijklmnopqrstuvwxyz
    pocefghikmopqstvwxy ppeiklmnopqstu pqam prcdefghiklmnpqrstuwxz psacdeghilmnopqrstuwy
    ptahinopqrtuvwy puabcdefgijmopqrtuwxy pwabgimnorw pxm pyemnsuxy pzhn quabcdfghiklmnpqrsvwxyz
    qvacehijlmnopswyz qwachmst qxachlnopqrstuw qyap raabcdfghiklmnoqstuvwxyz rbbklp rcf rdb
    reabegijlmnrsty rgaeknrsu rhgp riabflmnrtu rjgis rkabhimtw rmabcdefghiklmnopqstuvwxyz
    rnbdglnprw robcdefglopruw rpnt rriot rsbklmn rtchmsw rubcefghikoqtuyz rwaklmor rxdw rynsu rzh
    saabcefjkoqruvwxyz sbabcdefghijklmnopqrstuvwxyz scbefghiklpqstuvwx sdabcefghjklnopqrstuxz
    seabcdefghijknopqrstuvwyz sfbemsw sgbcdeghijkmprstuwxyz shabcdeghijklmopqrstuvwxyz
    siabefghijklmpqrsuvwxyz sjabdegklmnoprstuw skabcdefghijmnopqrstuvwxyz slcdefghijlmnpqrstuwxyz
    smbcfghklmpqrtuvwxyz sncefgijlmnopqrsuvwxyz soabcdehijklopqrsuvwxyz spbcdegiklmnopqrstuvxy
    sqahkmnoqrstux srabcefghiklmoqstuvwxyz ssbcdefghijklmnopqrstuvxyz stabdefghijklmnopqrstuvwy
    suabcegijoqrtvwyz svabcekmsx swbcfghijklmnopqrstuvwxy sxbcegklmnorsuw syabiklmnoswxy
    szabcdeglnpsvwy taabcdefgjklnopqrsuvwxyz tbacdefghijklmnoprstuvwxyz tcabcdefghiklmnopqstuwxyz
    tdabcdefghijklmnoqrstvxy teabcdefghiknopqsuvwxyz tfinort tgabcdefhijnopqrstuvwxyz
    thdefhiklmnpqrstuvyz tiacfhijklmnopqstuwxyz tjagijlmnopsuw tkabdefgmnpqrstuvwxz
    tlabcdfgjklmnopqrstuvxy tmabcdefgijklmnoqrstuvwyz tnabcdghiklmnopqrstuvwxyz
    tobcdfhijklmopqrsuvwxyz tpacefgjklmnopqrtuvwxyz tqblmnopqrtuw trabcdefghijlmnopqrstuvwxyz
    tsabcdeghjklmpqrstuvwxyz ttabcdefghijklmnopqrstuvwyz tuabcdefghijlnoqsuvxyz tvadekmnostuwxy
    twabcdefghlmnopqrtuwxy txabceghijmnoqrstuxy tyaehijlnprstuxyz tzahjlmnox uamnr ubailruy
    udaegijlu ues ufi ugbehnoy uhan uisv uji ukaghiklpqsuvwy ulabcefiklmnuw umacdgimnoprsu
    unaegikmnruxz uon upiv urabcefghiklmnoprtuvwxyz usahikpsu utaehpru uumru uvehl uwa uya uzns
    vaaefghjlmnoprsuvy vbbk vecdlmopr vgrt vicdfglnstv vkajklmnoptuz vlps vmabcdefghijklmpqrsuvwxyz
    vnkmp vor vraost vsilv vto vumnt vwa waabcdefghijmnopqtuvwxyz wbabefhijklmpqrstvw wcai
    wddgjktuy weacdghimoprstuw wfg wgabgiouy whagku wibcefghijklmnruvy wjai wkabdlruwy
    wlaceghiklmorsuvwxy wmabcdeghimnostwx wnbcdegikmnopuwy woabcdefgikmnorswy wpc
    wrbghiklmnoprsuvwxyz wsagikrsuv wtfhikmw wuabdhlmnrtuvxy wwaborw wxaw wybimnry
    xaabcdegijkmnopqrstuvwy xbbcdegijmnoprwy xcbceghlmnortuvwy xdackmoqy xebdglmprstu xfa
    xgabdfgilmruw xhacdemrtuv xibilnrsvy xjbt xkabcdefgijklnopqrstuvwxyz xlabcdeginopsuy
    xmabcdefghjklmnopqrstuvwxyz xnabghijkmnoqrstuyz xocdgikmnoprw xpabcdefghijklmnopqrstuvwxyz xqat
    xrabdegimnrtuw xsabcdehijlmnopqrsuvy xtabcdeghijlmnopqrstuvwy xuabdgjlmnoprtu xveinos
    xwacdegjklortw xxbkmrt xyabjklty xzhmp yaabcdefghijklmnqrstuvwxyz ybabehijklmnoxy ychlnp
    ydadegk yeaceijlrstuvy ygailmprsuw yhadls yiafghijklmnpqrstuvxz ykagiklmnortuy ylabegilmnoruy
    ymbcdeghiklmnopqrsxz ynadegklnoqsu yobgiklmntxy ypabghmnopz yrabeklmnoswy yscdglmnoprsy ytalpwy
    yuabcdefgijklmnpqrtwxyz yvat ywaglnqrtuw yxaglmuy yyruz yzgk zaabcdefghijklmoqrstuvwxyz
    zbacetuw zcadh zdj zeagh zgabmnr zhbdinw ziabklmnwz zkabdghknoprtuvz zlajmnq
    zmabcdefghijklmnopqrstuvwxyz znaegks zochmoqrs zpabcdefghijklmnopqrstuvwxyz zqe zragnops
    zsaklmru zteglmnpqstuxy zuahmy zwa zybgjnp zzj
    """
}
