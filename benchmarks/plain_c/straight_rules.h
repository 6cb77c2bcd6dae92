// The rules of River Valley Glassworks in plain C: the data and the algorithm of the kernel.
#include <stdint.h>
enum{SHAPES=6,COLOURS=9,TYPES=54,TILES=6,COLS=7,ROWS=5};
enum{PLACE=0,PAIR=54,DRAW=90,PICK=91,UP=145,DOWN=146,COLOUR=147,LEAVE=156,DROP=210,PASS=264};
enum{MAIN,PICKING,GATHER,ORDER,LEAVING,DROPPING,OVER};
typedef struct{
 int8_t players,player,phase,final,left,passes,tile,shape,need,lake_n; int16_t turns,bag_n;
 int8_t at[6],stones[6],river[6][9],lake[54],satchel[5][54],held[5],column[5][9],height[5][7],used[5],inventory[5],overflow[5],fresh[9];
 uint8_t bag[132]; uint64_t rng;
} S;
static const int COPIES[9]={22,22,17,17,12,12,9,9,12}, ROW_VP[8]={0,1,2,4,7,11,16,22};
static inline int below(S*s,int n){ uint64_t z=(s->rng+=0x9E3779B97F4A7C15ull); z=(z^(z>>30))*0xBF58476D1CE4E5B9ull; z=(z^(z>>27))*0x94D049BB133111EBull; z^=z>>31; return ((z>>32)*(uint64_t)n)>>32; }
static inline int from_bag(S*s){int n=s->bag_n,i=below(s,n),t=s->bag[i];s->bag[i]=s->bag[n-1];s->bag_n=n-1;return t;}
static void fill_lake(S*s){while(s->lake_n<5&&s->bag_n>0){s->lake[from_bag(s)]++;s->lake_n++;}}
static void fill_satchel(S*s,int p,int k){while(s->held[p]<k&&s->bag_n>0){s->satchel[p][from_bag(s)]++;s->held[p]++;}}
static void fill_tile(S*s,int tile,int k){while(k>0&&s->bag_n>0){s->river[tile][from_bag(s)%COLOURS]++;k--;}}
static void setup(S*s,int P,uint64_t seed){
 s->rng=seed*0xD1342543DE82EF95ull; s->players=P; int n=0;
 for(int c=0;c<(P==5?9:8);c++)for(int k=0;k<COPIES[c];k++)s->bag[n++]=(k+c)%SHAPES*COLOURS+c;
 s->bag_n=n;
 for(int i=0;i<TILES;i++){int j=below(s,i+1);s->at[i]=s->at[j];s->at[j]=i;s->stones[i]=1+i%2;}
 for(int i=0;i<TILES;i++)fill_tile(s,i,s->stones[i]);
 fill_lake(s); for(int p=0;p<P;p++)fill_satchel(s,p,3);
}
static int legal(S*s,int16_t*out){
 int n=0,p=s->player;
 switch(s->phase){
 case MAIN:
  for(int sh=0;sh<SHAPES;sh++){int k=0;for(int c=0;c<COLOURS;c++){int t=sh*COLOURS+c,v=s->satchel[p][t];if(v>0){k+=v;out[n++]=PLACE+t;}}
   if(k>=2)for(int i=0;i<TILES;i++)out[n++]=PAIR+sh*TILES+i;}
  if(s->lake_n>0)out[n++]=DRAW; if(!n)out[n++]=PASS; break;
 case PICKING: for(int c=0;c<COLOURS;c++){int t=s->shape*COLOURS+c;if(s->satchel[p][t]>0)out[n++]=PICK+t;}break;
 case GATHER: out[0]=UP;out[1]=DOWN;n=2;break;
 case ORDER: for(int c=0;c<COLOURS;c++)if(s->fresh[c]>0)out[n++]=COLOUR+c;break;
 case LEAVING: for(int t=0;t<TYPES;t++)if(s->lake[t]>0)out[n++]=LEAVE+t;break;
 case DROPPING: for(int t=0;t<TYPES;t++)if(s->satchel[p][t]>0)out[n++]=DROP+t;break;
 } return n;}
static void end_turn(S*s){int p=s->player;s->turns++;
 if(s->final)s->left--; else if(s->inventory[p]>=17){s->final=1;s->left=2*s->players-1-p;for(int q=0;q<s->players;q++)fill_satchel(s,q,3);}
 if((s->final&&s->left==0)||s->passes>=s->players)s->phase=OVER; else{s->phase=MAIN;s->player=p+1==s->players?0:p+1;}}
static void add(S*s,int p,int c,int k){int j=s->column[p][c]-1,room=ROWS-s->height[p][j],fit=k<room?k:room;s->height[p][j]+=fit;s->inventory[p]+=fit;s->overflow[p]+=k-fit;}
static void open_column(S*s,int p,int c){s->column[p][c]=++s->used[p];int k=s->fresh[c];s->fresh[c]=0;add(s,p,c,k);}
static void settle(S*s){int p=s->player,m=0;for(int c=0;c<COLOURS;c++)m+=s->fresh[c]>0;
 if(m>=2&&s->used[p]<COLS){s->phase=ORDER;return;}
 if(m)for(int c=0;c<COLOURS;c++)if(s->fresh[c]>0){if(s->used[p]<COLS)open_column(s,p,c);else{s->overflow[p]+=s->fresh[c];s->fresh[c]=0;}}
 end_turn(s);}
static void gather(S*s,int pos){int p=s->player,tile=s->at[pos];
 for(int c=0;c<COLOURS;c++){int k=s->river[tile][c];if(k>0){s->river[tile][c]=0;if(s->column[p][c]>0)add(s,p,c,k);else s->fresh[c]=k;}}
 for(int i=pos;i>0;i--)s->at[i]=s->at[i-1]; s->at[0]=tile; fill_tile(s,tile,s->stones[s->at[1]]); settle(s);}
static int position(S*s,int tile){for(int i=0;i<TILES;i++)if(s->at[i]==tile)return i;return 0;}
static void placed(S*s){int pos=position(s,s->tile);if(pos==0)gather(s,1);else if(pos==TILES-1)gather(s,TILES-2);else s->phase=GATHER;}
static void put(S*s,int t){int p=s->player;s->satchel[p][t]--;s->held[p]--;s->river[s->tile][t%COLOURS]++;}
static void drop_or_end(S*s){if(s->held[s->player]>5)s->phase=DROPPING;else{fill_lake(s);end_turn(s);}}
static void take(S*s,int keep){int p=s->player;for(int t=0;t<TYPES;t++){int k=s->lake[t]-(t==keep);if(k>0){s->satchel[p][t]+=k;s->held[p]+=k;s->lake[t]-=k;s->lake_n-=k;}}drop_or_end(s);}
static void apply(S*s,int a){int p=s->player;
 if(a==PASS){s->passes++;end_turn(s);return;} s->passes=0;
 if(a<PAIR){s->tile=a/COLOURS;put(s,a);placed(s);}
 else if(a<DRAW){int sh=(a-PAIR)/TILES;s->tile=(a-PAIR)%TILES;int k=0;for(int c=0;c<COLOURS;c++)k+=s->satchel[p][sh*COLOURS+c];
  if(k==2){for(int c=0;c<COLOURS;c++){int t=sh*COLOURS+c;while(s->satchel[p][t]>0)put(s,t);}placed(s);}
  else{s->shape=sh;s->need=2;s->phase=PICKING;}}
 else if(a==DRAW){if(s->lake_n>4)s->phase=LEAVING;else take(s,-1);}
 else if(a<UP){put(s,a-PICK);if(--s->need==0)placed(s);}
 else if(a<COLOUR)gather(s,position(s,s->tile)+(a==DOWN?1:-1));
 else if(a<LEAVE){open_column(s,p,a-COLOUR);settle(s);}
 else if(a<DROP)take(s,a-LEAVE);
 else{s->satchel[p][a-DROP]--;s->held[p]--;s->overflow[p]++;drop_or_end(s);}}
static int score(S*s,int p){int vp=-3*s->overflow[p];for(int r=0;r<ROWS;r++){int n=0;while(n<COLS&&s->height[p][n]>r)n++;vp+=ROW_VP[n];}
 int first=-1;for(int q=0;q<2;q++){int best=-1;for(int j=0;j<s->used[p];j++)if(j!=first&&(best<0||s->height[p][j]>s->height[p][best]))best=j;if(best>=0)vp+=s->height[p][best]*(best+1);first=best;}return vp;}
