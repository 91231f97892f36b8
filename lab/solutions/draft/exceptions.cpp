#include <cstdio>
#include <fstream>
#include <string>
#include <unordered_map>
#include <map>
#include <set>
#include <deque>
#include <cmath>
#include <chrono>
#include "board/board.hpp"
#include "plans/plans.hpp"
#include "plans/text.hpp"
#include "plans/verifier.hpp"
#include "plans/oracle.hpp"
using namespace dropfour; using namespace dropfour::board; using namespace dropfour::plans;
using W = std::uint64_t;
static Standard S; static const float INF = 1e9f;
struct Opt { std::vector<W> kids; int plan=-1, col=-1; };
struct Node { W own, opp; int ply; std::vector<Opt> opts; float value=1; std::string moves; };
static std::deque<Plan> lib; static std::deque<Strategist<Standard>> strat; static std::map<std::string,int> libindex;
static std::unordered_map<W,Node> nodes; static std::unordered_map<W,int> served, chosen, uses; static W rootk;
static Board B0(7,6,4,Objective::kFirstLine,{},{});
static Verifier<Standard>* ver; static Random rnd(1); static ExactSolver* solverp; static Oracle<Standard>* oracle;
static long serve_calls=0, finder_calls=0, finder_found=0; static std::vector<int> order_; static std::map<int,long> hits;
W keyof(W own,W opp){ return own+(own|opp)+S.bottom_mask(); }
W canon(W own,W opp,bool*mir=nullptr){ W k=keyof(own,opp),m=keyof(mirrored(S,own),mirrored(S,opp)); if(mir)*mir=m<k; return std::min(k,m);}
void decode(W q,W&own,W&opp){ own=opp=0; for(int c=0;c<7;++c){int v=int((q>>(7*c))&127),h=0; while((2<<h)<=v)++h; int ow=v-(1<<h),oc=(1<<h)-1; own|=W(ow)<<(7*c); opp|=W(oc&~ow)<<(7*c);} }
int add_plan(const Plan&p,bool serving){ std::string t=write_plan(B0,p); auto[it,n]=libindex.try_emplace(t,int(lib.size())); if(n){lib.push_back(p);strat.emplace_back(S,p);} if(serving&&!hits.count(it->second)){hits[it->second]=0;order_.push_back(it->second);} return it->second; }
bool wins(W own,W opp){ return S.completing_cells(own)&S.playable(own|opp); }
bool is_won(W own,W opp){ return oracle->is_kept(S,{own,opp,-1},true).value_or(false); }
int serves(W own,W opp){ bool mir; W k=canon(own,opp,&mir); auto it=served.find(k); if(it!=served.end()) return it->second; if(mir){own=mirrored(S,own);opp=mirrored(S,opp);} int res=-1;
  if(is_won(own,opp)){ if(++serve_calls%300==0) std::stable_sort(order_.begin(),order_.end(),[](int a,int b){return hits[a]>hits[b];});
    int tries=0; for(int i:order_) if(++tries>90) break; else if(ver->run(lib[i],{own,opp,-1},true,{.share=0,.positions=60000},rnd)&&!ver->is_broken()){res=i;hits[i]++;break;}
    if(res<0){ ++finder_calls; Finder<Standard> fi(S,{own,opp,-1},true,Promise::kWin,*solverp,B0,rnd.next()); Control c; if(auto p=fi.find(c,120000)){++finder_found; res=add_plan(*p,true); add_plan(mirrored(B0,*p),true);} } }
  served[k]=res; return res; }
struct Cover { const Strategist<Standard>& st; long budget; int looks; W rootkey; float bound; int lastply; bool dead=false;
  std::unordered_map<W,float> memo[8]; std::unordered_map<W,char> dec[8];
  float valueof(W own,W opp){ W k=canon(own,opp); if(k==rootkey) return INF; auto it=nodes.find(k); if(it!=nodes.end()){ auto u=uses.find(k); return u!=uses.end()? it->second.value/(u->second+1.0f)+0.01f : it->second.value; } if(--looks<0){dead=true;return INF;} return serves(own,opp)>=0?1.0f:INF; }
  float visit(W own,W opp,int last){ if(dead) return INF; W occ=own|opp,playable=S.playable(occ); if(S.completing_cells(own)&playable) return 0; if(!playable) return INF;
    W key=keyof(own,opp); auto&m=memo[last+1]; if(auto it=m.find(key);it!=m.end()) return it->second; if(--budget<0){dead=true;return INF;}
    W empty=S.board_mask()&~occ,lost=S.completing_cells(opp),blocks=lost&playable,safe=playable&~(lost>>1); float c;
    if(!S.has_line(own|empty)||more_than_one(blocks)||!any(safe)||(any(blocks)&&!any(blocks&safe))) c=INF;
    else { W cell=any(blocks)?blocks:st.choose({own,opp,last},playable,safe).cell; c=replies(own|cell,opp); }
    if(c>0.99f&&popcount(occ)<=lastply&&!dead){ float v=valueof(own,opp); if(v<c){dec[last+1][key]=1;c=v;} }
    m[key]=c; return c; }
  float replies(W own,W opp){ W r=S.playable(own|opp); if(!r||(S.completing_cells(opp)&r)) return INF; float sum=0; for(W x=r;x;x&=x-1){int cell=lowest(x); sum+=visit(own,opp|bit<W>(cell),S.column_of(cell)); if(dead||sum>bound) return INF;} return sum; }
  void collect(W own,W opp,int last,std::set<W>&out,std::set<std::pair<W,int>>&seen){ W occ=own|opp,playable=S.playable(occ); if(S.completing_cells(own)&playable) return; W key=keyof(own,opp); if(!seen.insert({key,last}).second) return; auto it=memo[last+1].find(key); if(it==memo[last+1].end()||it->second==0) return; if(dec[last+1].count(key)){out.insert(canon(own,opp));return;}
    W lost=S.completing_cells(opp),blocks=lost&playable,safe=playable&~(lost>>1); W cell=any(blocks)?blocks:st.choose({own,opp,last},playable,safe).cell; own|=cell; for(W x=S.playable(own|opp);x;x&=x-1){int c=lowest(x);collect(own,opp|bit<W>(c),S.column_of(c),out,seen);} }
};
void ensure(W k){ if(nodes.count(k)) return; Node n; decode(k,n.own,n.opp); n.ply=popcount(n.own|n.opp); n.opts.push_back({{},serves(n.own,n.opp),-1}); nodes[k]=n; chosen[k]=0; }
void reach(W k){ if(++uses[k]>1) return; for(W c:nodes.at(k).opts[chosen[k]].kids) reach(c);} 
void leave(W k){ if(--uses[k]>0) return; uses.erase(k); for(W c:nodes.at(k).opts[chosen[k]].kids) leave(c);} 
void anneal(int sweeps,double most){ uses.clear(); reach(rootk); size_t best=uses.size(); auto bestc=chosen; auto uni=[&]{return double(rnd.next()>>11)/9007199254740992.0;};
  for(int s=0;s<sweeps;++s){ double heat=most*(1-double(s)/sweeps)+1e-9; std::vector<W> ks; for(auto&[k,u]:uses) if(nodes.at(k).opts.size()>1) ks.push_back(k);
    for(W k:ks){ if(!uses.count(k)) continue; auto&n=nodes.at(k); int b=chosen[k],o=rnd.below(int(n.opts.size())); if(o==b) continue; size_t size=uses.size();
      auto change=[&](int o){int b=chosen[k]; chosen[k]=o; for(W c:n.opts[o].kids) reach(c); for(W c:n.opts[b].kids) leave(c);}; change(o); long g=long(uses.size())-long(size); if(g>0&&uni()>=std::exp(-double(g)/heat)) change(b); else if(uses.size()<best){best=uses.size();bestc=chosen;} } }
  chosen=bestc; uses.clear(); reach(rootk); }
void values(){ std::vector<std::pair<int,W>> order; for(auto&[k,n]:nodes) order.push_back({-n.ply,k}); std::sort(order.begin(),order.end());
  for(auto&[p,k]:order){ auto&n=nodes.at(k); float best=INF; for(auto&o:n.opts){ float v=1; for(W c:o.kids){auto u=uses.find(c); v+=nodes.at(c).value/std::max(1,u==uses.end()?1:u->second);} best=std::min(best,v);} n.value=best; } }
void prune(){ for(auto&[k,n]:nodes) if(n.opts.size()>14){ int keep=chosen[k]; std::vector<std::pair<float,int>> r; for(size_t i=0;i<n.opts.size();++i){float v=0; for(W c:n.opts[i].kids) v+=uses.count(c)?nodes.at(c).value/(uses[c]+1):nodes.at(c).value; r.push_back({int(i)==keep?-1:v,int(i)});} std::sort(r.begin(),r.end()); std::vector<Opt> o; for(int i=0;i<12;++i) o.push_back(n.opts[r[i].second]); n.opts=o; chosen[k]=0; } }
void dump(const char*file){ // moves by BFS from root through chosen options
  std::map<W,std::string> mv; std::deque<W> todo{rootk}; mv[rootk]=""; std::vector<W> order;
  while(!todo.empty()){ W k=todo.front();todo.pop_front(); order.push_back(k); Node&n=nodes.at(k); Opt&o=n.opts[chosen[k]]; std::string m=mv[k];
    // orientation: replay moves
    W own=0,opp=0; for(char c:m){int col=c-'1';W cell=S.playable(own|opp)&S.column_mask(col);std::swap(own,opp);opp|=cell;} bool mir=keyof(own,opp)!=k; 
    std::set<W> want(o.kids.begin(),o.kids.end());
    if(o.col>=0){int col=mir?6-o.col:o.col; W o2=own|(S.playable(own|opp)&S.column_mask(col)); for(W x=S.playable(o2|opp);x;x&=x-1){int cell=lowest(x); W c=canon(o2,opp|bit<W>(cell)); if(want.count(c)&&!mv.count(c)){mv[c]=m+char('1'+col)+char('1'+S.column_of(cell));todo.push_back(c);}}}
    else if(!want.empty()){ Plan p=mir?mirrored(B0,lib[o.plan]):lib[o.plan]; Strategist<Standard> st(S,p); std::set<std::pair<W,int>> seen; struct F{W own,opp;int last;std::string m;}; std::deque<F> q{{own,opp,-1,m}};
      while(!q.empty()){F f=q.front();q.pop_front(); if(wins(f.own,f.opp)) continue; W c=canon(f.own,f.opp); if(f.m!=m&&want.count(c)){ if(!mv.count(c)){mv[c]=f.m;todo.push_back(c);} continue;} if(!seen.insert({keyof(f.own,f.opp),f.last}).second) continue; if(popcount(f.own|f.opp)>n.ply+14) continue; W cell=st.reply({f.own,f.opp,f.last}).cell; W o2=f.own|cell; for(W x=S.playable(o2|f.opp);x;x&=x-1){int cc=lowest(x); q.push_back({o2,f.opp|bit<W>(cc),S.column_of(cc),f.m+char('1'+S.column_of(lowest(cell)))+char('1'+S.column_of(cc))});} } }
  }
  std::stable_sort(order.begin(),order.end(),[&](W a,W b){return mv[a].size()<mv[b].size();});
  std::map<std::string,int> num; std::vector<std::string> texts; std::string body; int miss=0;
  for(auto&[k,u]:uses) if(!mv.count(k)) ++miss; if(miss) fprintf(stderr,"missing %d\n",miss);
  std::map<std::string,int> count; auto text=[&](W k){Opt&o=nodes.at(k).opts[chosen[k]]; W own=0,opp=0; for(char c:mv[k]){int col=c-'1';W cell=S.playable(own|opp)&S.column_mask(col);std::swap(own,opp);opp|=cell;} bool mir=keyof(own,opp)!=k; return std::pair(o.col>=0?std::string():write_plan(B0,mir?mirrored(B0,lib[o.plan]):lib[o.plan]),o.col>=0?(mir?6-o.col:o.col):-1); };
  for(W k:order){auto[t,c]=text(k); if(c<0&&num.try_emplace(t,int(texts.size())+1).second) texts.push_back(t); body+="position "+(mv[k].empty()?"-":mv[k])+(c>=0?" play "+std::to_string(c+1):std::string(nodes.at(k).opts[chosen[k]].kids.empty()?" plan ":" follow ")+std::to_string(num[t]))+"\n";}
  std::string tmp=std::string(file)+".tmp"; std::ofstream f(tmp); f<<"dropfour solution 3\nboard 7x6 connect 4\nstart -\npromise red wins\n"; for(size_t i=0;i<texts.size();++i) f<<"plan "<<i+1<<" "<<texts[i]<<"\n"; f<<body; f.close(); rename(tmp.c_str(),file);
  printf("  dumped %zu positions, %zu plans\n",order.size(),texts.size()); }
int main(int argc,char**argv){ setvbuf(stdout,0,_IOLBF,0);
  Verifier<Standard> v(S,Promise::kWin); ver=&v; ExactSolver solver(B0,256,1); solverp=&solver; Oracle<Standard> orc(solver,B0,Promise::kWin,20000); oracle=&orc;
  const char* out=argv[2]; rnd=Random(atoi(argv[3])); double seconds=atof(argv[4]); long near=argc>5?atol(argv[5]):2000000;
  auto T0=std::chrono::steady_clock::now(); auto now=[&]{return std::chrono::duration<double>(std::chrono::steady_clock::now()-T0).count();};
  std::ifstream f(argv[1]); std::string line; std::vector<int> pl,plm; std::vector<std::tuple<std::string,std::string,int>> ents;
  while(std::getline(f,line)){ auto w=split(line," "); if(w[0]=="plan"){Plan p=*read_plan(B0,std::string(line.substr(w[0].size()+w[1].size()+2))); pl.push_back(add_plan(p,true)); plm.push_back(add_plan(mirrored(B0,p),true));} else if(w[0]=="position") ents.push_back({std::string(w[1]),std::string(w[2]),std::stoi(std::string(w[3]))-1}); }
  std::set<W> follows;
  for(auto&[m,what,num]:ents){ W own=0,opp=0; if(m!="-") for(char c:m){int col=c-'1';W cell=S.playable(own|opp)&S.column_mask(col);std::swap(own,opp);opp|=cell;} bool mir; W k=canon(own,opp,&mir); Node n; decode(k,n.own,n.opp); n.ply=popcount(own|opp); Opt o; if(what=="play") o.col=mir?6-num:num; else {o.plan=mir?plm[num]:pl[num]; if(what=="follow") follows.insert(k);} n.opts.push_back(o); nodes[k]=n; chosen[k]=0; if(m=="-") rootk=k; }
  for(auto&[k,n]:nodes){ auto&o=n.opts[0]; if(o.col>=0){ W own=n.own|(S.playable(n.own|n.opp)&S.column_mask(o.col)); for(W x=S.playable(own|n.opp);x;x&=x-1){W opp=n.opp|bit<W>(lowest(x)); if(wins(own,opp)) continue; W c=canon(own,opp); if(!nodes.count(c)) puts("missing"); if(std::find(o.kids.begin(),o.kids.end(),c)==o.kids.end()) o.kids.push_back(c);} }
    else if(follows.count(k)){ std::set<std::pair<W,int>> seen; struct F{W own,opp;int last;}; std::deque<F> q{{n.own,n.opp,-1}}; std::set<W> kids; while(!q.empty()){F f=q.front();q.pop_front(); if(wins(f.own,f.opp)) continue; W c=canon(f.own,f.opp); if(c!=k&&nodes.count(c)){kids.insert(c);continue;} if(!seen.insert({keyof(f.own,f.opp),f.last}).second) continue; if(popcount(f.own|f.opp)>n.ply+16) continue; W cell=strat[o.plan].reply({f.own,f.opp,f.last}).cell; W o2=f.own|cell; for(W x=S.playable(o2|f.opp);x;x&=x-1){int cc=lowest(x);q.push_back({o2,f.opp|bit<W>(cc),S.column_of(cc)});} } o.kids.assign(kids.begin(),kids.end()); } }
  reach(rootk); values(); printf("start %zu, reached %zu\n",nodes.size(),uses.size());
  std::unordered_map<W,int> visits;
  for(int round=0;now()<seconds;++round){
   for(int ply=18;ply>=2&&now()<seconds;ply-=2){
    std::vector<W> ks; for(auto&[k,u]:uses){auto&n=nodes.at(k); if(n.ply==ply&&!n.opts[chosen[k]].kids.empty()) ks.push_back(k);} if(ks.empty()) continue;
    double t0=now(); int improved=0,usable=0,nears=0; size_t before=uses.size();
    for(W k:ks){ if(now()>seconds) break; W own=nodes.at(k).own,opp=nodes.at(k).opp; float cur=nodes.at(k).value,best=cur+1.5f; int vis=visits[k]++;
      std::vector<int> cand; { Finder<Standard> fi(S,{own,opp,-1},true,Promise::kWin,*solverp,B0,rnd.next()); std::vector<Plan> known; if(vis%2==1) for(auto&o:nodes.at(k).opts) if(o.plan>=0) known.push_back(lib[o.plan]); Control c; if(auto p=fi.find(c,near*(1+vis),known)) fi.near_.push_back({0,*p}); std::sort(fi.near_.begin(),fi.near_.end(),[](auto&a,auto&b){return a.first<b.first;}); for(size_t q=0;q<fi.near_.size()&&q<16;++q) cand.push_back(add_plan(fi.near_[q].second,false)); }
      size_t own_count=cand.size(); if(vis%3==0) for(int i:order_) cand.push_back(i);
      std::vector<std::pair<float,Opt>> found; int idx=0; double best_near=0;
      for(int i:cand){ bool isnear=size_t(idx++)<own_count; bool done=v.run(lib[i],{own,opp,-1},true,{.share=isnear?0.3:0.03,.positions=150000},rnd); if(!done) continue;
        Cover c{strat[i],300000,isnear?70:30,k,best,nodes.at(k).ply+(isnear?8:6)}; 
        float cost=c.visit(own,opp,-1); if(c.dead||cost>best) continue; ++usable; std::set<W> kids; std::set<std::pair<W,int>> seen; c.collect(own,opp,-1,kids,seen); Opt o; o.plan=i; for(W q:kids){ensure(q);o.kids.push_back(q);} found.push_back({cost+1,o}); if(cost+1<cur-0.02f){ if(isnear)++nears; } best=std::min(best,cost+2.5f); }
      std::sort(found.begin(),found.end(),[](auto&a,auto&b){return a.first<b.first;}); Node& n=nodes.at(k); for(size_t i=0;i<found.size()&&i<8;++i) n.opts.push_back(found[i].second); if(!found.empty()&&found[0].first<cur-0.02f){++improved;n.value=found[0].first;} }
    anneal(400,1.0); values(); prune();
    printf("%.0f s round %d ply %d: %zu inner, %d usable, %d improved (%d near); %zu -> %zu; serve %ld finder %ld/%ld lib %zu %zu; %.0f s\n",now(),round,ply,ks.size(),usable,improved,nears,before,uses.size(),serve_calls,finder_found,finder_calls,order_.size(),lib.size(),now()-t0); dump(out); } }
  std::map<int,std::array<int,3>> by; for(auto&[k,u]:uses){auto&n=nodes.at(k);auto&o=n.opts[chosen[k]];by[n.ply][o.col>=0?0:o.kids.empty()?1:2]++;} for(auto&[p,a]:by) printf("ply %d: %d play %d plan %d follow\n",p,a[0],a[1],a[2]);
}
